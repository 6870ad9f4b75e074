#compdef ema
# Completion of ema for zsh, in a folder of $fpath:
#   ema completion zsh > ~/.zfunc/_ema
# or, after compinit, a line in ~/.zshrc:
#   source <(ema completion zsh)

_ema() {
    local -a replies values shown
    local reply
    replies=("${(@f)$(_EMA_COMPLETE=zsh "${(Q)words[1]}" "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)}")
    case $replies[1] in
        words)
            for reply in "${(@)replies[2,-1]}"; do
                values+=("${reply%%$'\t'*}")
                shown+=("${reply/$'\t'/  -- }")
            done
            (( $#values )) && compadd -l -d shown -a values
            ;;
        files)
            compset -P '--*='
            _files
            ;;
    esac
}

if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
    _ema "$@"
else
    compdef _ema ema
fi
