# Completion of explore for bash:
#   source <(explore completion bash)
_explore() {
	local line=${COMP_LINE:0:COMP_POINT} words found
	read -ra words <<<"$line"
	[[ $line == *[[:space:]] ]] && words+=("")
	mapfile -t found < <("$1" completion -- "${words[@]:1}" 2>/dev/null)
	if [[ ${#found[@]} -eq 1 && ${found[0]} == *= ]]; then
		compopt -o nospace
	fi
	# Where = separates words, as it does by default, only what comes after it is replaced.
	local last=${words[-1]}
	if [[ $last == *=* && $COMP_WORDBREAKS == *=* ]]; then
		found=("${found[@]#"${last%%=*}="}")
	fi
	COMPREPLY=("${found[@]}")
}
complete -o default -F _explore explore
