package main

import (
	"fmt"
	"net/url"
	"path/filepath"
	"strings"

	"go.etcd.io/etcd/server/v3/embed"
	"go.uber.org/zap"
)

// serveEtcd runs a member of etcd, as it is by default, without clients.
func serveEtcd(s seat, tell func(bool, string)) error {
	c := embed.NewConfig()
	name := func(at int) string { return fmt.Sprintf("node-%d", at+1) }
	c.Name, c.Dir = name(s.at), filepath.Join(s.folder, name(s.at))
	var group []string
	for i, address := range s.addresses {
		group = append(group, fmt.Sprintf("%s=http://%s", name(i), address))
	}
	c.InitialCluster = strings.Join(group, ",")
	own := []url.URL{{Scheme: "http", Host: s.addresses[s.at]}}
	clients := []url.URL{{Scheme: "http", Host: "127.0.0.1:0"}}
	c.ListenPeerUrls, c.AdvertisePeerUrls = own, own
	c.ListenClientUrls, c.AdvertiseClientUrls = clients, clients
	c.TickMs, c.ElectionMs = uint(s.heartbeat.Milliseconds()), uint(s.timeout().Milliseconds())
	c.ZapLoggerBuilder = embed.NewZapLoggerBuilder(zap.NewNop())
	e, err := embed.StartEtcd(c)
	if err != nil {
		return err
	}
	tell(true, e.Server.MemberID().String())
	for {
		changed := e.Server.LeaderChangedNotify()
		if leader := e.Server.Leader(); leader != 0 {
			tell(false, leader.String())
		} else {
			tell(false, "")
		}
		select {
		case <-changed:
		case err := <-e.Err():
			return err
		}
	}
}
