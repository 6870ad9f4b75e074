# Completion of ema for bash 4 and newer:
#   ema completion bash > ~/.local/share/bash-completion/completions/ema
# or, without the package bash-completion, a line in ~/.bashrc:
#   source <(ema completion bash)

_ema_complete() {
    local IFS=$'\n' replies
    replies=($(_EMA_COMPLETE=bash "$1" "${COMP_LINE:0:COMP_POINT}" "$COMP_WORDBREAKS" 2>/dev/null))
    COMPREPLY=()
    case ${replies[0]} in
        words) COMPREPLY=("${replies[@]:1}") ;;
        files) compopt -o default ;;
    esac
}

complete -F _ema_complete ema
