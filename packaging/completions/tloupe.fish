# fish completion for tloupe, and, installed under that name, for tensorloupe. The program itself computes the
# completions.

function __tloupe_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct | string replace -r '^([^\'"]*)[\'"]' '$1' | string unescape)
    set -l program $words[1]
    set -e words[1]
    set -l lines ($program __complete $words "$current" 2>/dev/null)
    if test "$lines[1]" = files
        set -l option (string match -r -- '^--[^=]*=' $current)
        __fish_complete_path (string replace -r -- '^--[^=]*=' '' $current) | string replace -r -- '^' "$option"
        return
    end
    set -e lines[1]
    string join -- \n $lines
end

complete -c (basename (status filename) .fish) -f -a '(__tloupe_complete)'
