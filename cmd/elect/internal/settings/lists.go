package settings

import (
	"fmt"
	"net"
	"slices"
	"strings"

	"interrex/impl"
	"interrex/impl/node"
)

// parseList reads values between commas.
func parseList[T any](text string, parse func(string) (T, error)) ([]T, error) {
	var list []T
	for v := range strings.SplitSeq(text, ",") {
		one, err := parse(v)
		if err != nil {
			return nil, err
		}
		list = append(list, one)
	}
	return list, nil
}

// parsePeers reads 1=HOST:PORT,2=HOST:PORT. For DNS the name of a SRV record may stand in place of HOST:PORT.
func parsePeers(text string) (map[impl.ID]string, error) {
	peers := map[impl.ID]string{}
	for entry := range strings.SplitSeq(text, ",") {
		name, where, found := strings.Cut(entry, "=")
		id, err := ParseID(name)
		switch {
		case !found || where == "" || strings.ContainsAny(where, " \t="):
			return nil, fmt.Errorf("ID=HOST:PORT is expected, not %.80q", entry)
		case err != nil:
			return nil, err
		case peers[id] != "":
			return nil, fmt.Errorf("node %v is listed twice", id)
		}
		if strings.Contains(where, ":") {
			if host, _, err := net.SplitHostPort(where); err != nil || host == "fd" {
				return nil, fmt.Errorf("ID=HOST:PORT is expected, not %.80q", entry)
			}
		}
		peers[id] = where
	}
	return peers, nil
}

// parseTimers reads T=500ms,T'=1s..2s.
func parseTimers(text string) (map[string]node.Span, error) {
	timers := map[string]node.Span{}
	for entry := range strings.SplitSeq(text, ",") {
		name, span, found := strings.Cut(entry, "=")
		least, most, ranges := strings.Cut(span, "..")
		if !ranges {
			most = least
		}
		from, err := parseDuration(least)
		to, wrong := parseDuration(most)
		if !found || err != nil || wrong != nil || from == 0 || to < from {
			return nil, fmt.Errorf("NAME=TIME or NAME=LEAST..MOST is expected, not %.80q", entry)
		}
		if _, twice := timers[name]; twice {
			return nil, fmt.Errorf("timer %s is listed twice", name)
		}
		timers[name] = node.Span{Least: from, Most: to}
	}
	return timers, nil
}

// ParseIDs reads ids between commas, each of which is there once.
func ParseIDs(text string) ([]impl.ID, error) {
	ids, err := parseList(text, ParseID)
	for i, id := range ids {
		if slices.Contains(ids[:i], id) {
			return nil, fmt.Errorf("node %v is listed twice", id)
		}
	}
	return ids, err
}
