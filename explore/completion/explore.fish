# Completion of explore for fish:
#   explore completion fish | source
function __explore_complete
	set -l words (commandline -opc) (commandline -ct)
	$words[1] completion -- $words[2..-1] 2>/dev/null
end
complete -c explore -f -a '(__explore_complete)'
complete -c explore -n '__fish_seen_subcommand_from show replay' -F
