# Completion of ema for fish:
#   ema completion fish > ~/.config/fish/completions/ema.fish

function __ema_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l replies (_EMA_COMPLETE=fish $words[1] $words[2..-1] "$current" 2>/dev/null)
    switch "$replies[1]"
        case words
            string join -- \n $replies[2..-1]
        case files
            set -l option (string match -r -- '^--[^=]*=' "$current")
            string replace -r -- '^' "$option" (__fish_complete_path (string replace -- "$option" "" "$current"))
    end
end

complete -c ema -f -a '(__ema_complete)'
