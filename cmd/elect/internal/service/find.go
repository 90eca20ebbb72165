package service

import (
	"encoding/hex"
	"fmt"
	"io"
	"strings"

	"interrex/cmd/elect/internal/settings"
	"interrex/impl/certs"
	"interrex/impl/discover"
)

// find prepares what finds the other members.
func (v *Service) find() error {
	s := v.settings
	switch s.Discover {
	case "dns":
		v.finder = discover.DNS{Names: s.Peers, Log: v.log}
		return nil
	case "gossip":
		return v.gossip()
	}
	v.finder = discover.Static(s.Peers)
	return nil
}

func (v *Service) gossip() error {
	s := v.settings
	key, err := readKey(s.KeyFile)
	if err != nil {
		return settings.InFile(fmt.Errorf("-gossip-key=%s: %w", s.KeyFile, err))
	}
	own := s.Advertise
	if own == "" {
		own = v.plug.Address()
	}
	g, err := discover.JoinGossip(discover.GossipConfig{Self: s.ID, Members: s.Members, Address: own, Bind: s.Gossip,
		Seeds: s.Seeds, Key: key, Log: v.log})
	if err != nil {
		return fmt.Errorf("-gossip-listen=%s: %w", s.Gossip, err)
	}
	v.finder = g
	v.after(g.Close)
	return nil
}

// readKey reads the secret that all share, in hexadecimal.
func readKey(path string) ([]byte, error) {
	f, err := certs.OpenSecret(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, 256))
	if err != nil {
		return nil, err
	}
	key, err := hex.DecodeString(strings.TrimSpace(string(text)))
	if n := len(key); err != nil || n != 16 && n != 24 && n != 32 {
		return nil, fmt.Errorf("32, 48 or 64 hexadecimal digits are expected")
	}
	return key, nil
}
