# bash completion for tloupe and tensorloupe; needs the package bash-completion. The program itself says what may follow.

# _tloupe_unquote WORD: sets `unquoted` to WORD without quotes and backslashes, but without expansions except ~/. Sets
# `open_quote` to the quote that is still open, and `quote_at` to its position in `unquoted`.
_tloupe_unquote()
{
    local word=$1 char i
    unquoted='' open_quote='' quote_at=0
    # shellcheck disable=SC2088  # a literal tilde, as typed
    if [[ $word == '~/'* ]]; then word=$HOME${word:1}; fi
    for ((i = 0; i < ${#word}; i++)); do
        char=${word:i:1}
        case $open_quote$char in
            \'\' | \"\") open_quote='' ;;
            \'?) unquoted+=$char ;;
            \\ | \"\\) i=$((i + 1)) unquoted+=${word:i:1} ;;
            \' | \") open_quote=$char quote_at=${#unquoted} ;;
            *) unquoted+=$char ;;
        esac
    done
}

_tloupe()
{
    # shellcheck disable=SC2034  # prev is set by _init_completion
    local cur prev words cword unquoted open_quote quote_at
    _init_completion -n =: || return

    local word skip typed=() lines=()
    for word in "${words[@]:1:cword}"; do
        _tloupe_unquote "$word"
        typed+=("$unquoted")
    done
    mapfile -t lines < <("${words[0]}" __complete "${typed[@]}" 2>/dev/null)

    if [[ ${lines[0]} == files ]]; then
        [[ $cur != --*=* ]] || cur=${cur#*=}
        _filedir
        return
    fi
    # bash replaces the text after an open quote, or otherwise after the last "=" or ":".
    if [[ $open_quote ]]; then
        skip=$quote_at
    else
        word=${unquoted##*[=:]}
        skip=$((${#unquoted} - ${#word}))
    fi
    for word in "${lines[@]:1}"; do
        word=${word%%$'\t'*}
        word=${word:skip}
        case $open_quote in
            '')
                printf -v word %q "$word"
                word=${word//\\,/,} # a comma needs no backslash outside of braces
                ;;
            *) [[ $word != *["'\"\$\`\\"]* ]] || continue ;; # rare in names, and not literal within quotes
        esac
        COMPREPLY+=("$word")
    done
    if [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *[./:=,] ]]; then compopt -o nospace; fi
}

complete -F _tloupe tloupe tensorloupe
