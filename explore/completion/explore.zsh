#compdef explore
# Completion of explore for zsh, after compinit:
#   source <(explore completion zsh)
_explore() {
	local -a found
	found=("${(@f)$("${words[1]}" completion -- "${(@)words[2,CURRENT]}" 2>/dev/null)}")
	found=(${found:#})
	if (( ! $#found )); then
		_files
		return
	fi
	compadd -S '' -- ${(M)found:#*=} # what wants a value
	compadd -- ${found:#*=}
}
if [[ ${funcstack[1]} == _explore ]]; then
	_explore "$@"
else
	compdef _explore explore
fi
