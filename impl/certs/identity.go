package certs

import (
	"cmp"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	"interrex/impl"
)

// An Identity proves a node's name and checks those of others. Its files are read again for each connection,
// so that a certificate is renewed by replacing its file.
type Identity struct {
	Name Name

	// Log gets a line for files that have been read again, and once for those that cannot be; nil: no log. It must not
	// change once the identity is in use.
	Log *slog.Logger

	folder string
	mu     sync.Mutex
	now    *credentials // the last that was good
	wrong  string       // the fault of the current files; "": none
}

// Load reads a node's certificate, its key and the authority from a folder, and checks that they
// belong together, and that the key is the node's own.
func Load(folder string, id impl.ID) (*Identity, error) {
	read, err := readFiles(folder, id)
	if err != nil {
		return nil, err
	}
	now, name, err := read.examine(folder, id)
	if err != nil {
		return nil, err
	}
	return &Identity{Name: name, folder: folder, now: now}, nil
}

// current reads the files again and returns what they hold, or what they held when they were last consistent: renewing
// a certificate writes several files, one after the other.
func (i *Identity) current() *credentials {
	i.mu.Lock()
	defer i.mu.Unlock()
	next := i.now
	read, err := readFiles(i.folder, i.Name.Node)
	isNew := err == nil && read != i.now.files
	if isNew {
		var name Name
		if next, name, err = read.examine(i.folder, i.Name.Node); err == nil && name != i.Name {
			err = fmt.Errorf("%s: it is for %v, not for %v", filepath.Join(i.folder, nodeFile(i.Name.Node)), name, i.Name)
		}
	}
	log := cmp.Or(i.Log, slog.New(slog.DiscardHandler))
	switch {
	case err == nil:
		i.now, i.wrong = next, ""
		if isNew {
			log.Info("read the new certificate", "until", next.certificate.Leaf.NotAfter)
		}
	case i.wrong != err.Error():
		i.wrong = err.Error()
		log.Warn("the new certificate is invalid; the old one stays in use", "error", err)
	}
	return i.now
}

// Expiry is when the node's current certificate expires. Its authority lasts at least as long.
func (i *Identity) Expiry() time.Time { return i.current().certificate.Leaf.NotAfter }

// Server is the TLS configuration for one call of another node of the cluster. The next call may get another certificate.
func (i *Identity) Server() *tls.Config {
	c := i.current()
	return &tls.Config{
		MinVersion:   tls.VersionTLS13,
		Certificates: []tls.Certificate{c.certificate},
		ClientAuth:   tls.RequireAndVerifyClientCert,
		ClientCAs:    c.authority,
		VerifyConnection: func(s tls.ConnectionState) error {
			_, err := i.Peer(s)
			return err
		},
		SessionTicketsDisabled: true,
	}
}

// Client is the TLS configuration for one call to one other node of the cluster. The next call may have
// another certificate.
func (i *Identity) Client(to impl.ID) *tls.Config {
	want, c := Name{i.Name.Cluster, to}, i.current()
	return &tls.Config{
		MinVersion:   tls.VersionTLS13,
		Certificates: []tls.Certificate{c.certificate},
		RootCAs:      c.authority,
		ServerName:   want.host(),
		VerifyConnection: func(s tls.ConnectionState) error {
			name, err := i.Peer(s)
			if err == nil && name != want {
				err = fmt.Errorf("%v answered instead of %v", name, want)
			}
			return err
		},
	}
}

// Peer is the node that the other end of a connection has proved to be, of the same cluster.
func (i *Identity) Peer(s tls.ConnectionState) (Name, error) {
	if len(s.VerifiedChains) == 0 {
		return Name{}, errors.New("no certificate signed by the authority")
	}
	name, err := Of(s.VerifiedChains[0][0])
	if err == nil && name.Cluster != i.Name.Cluster {
		err = fmt.Errorf("%v is not of the cluster of %v", name, i.Name)
	}
	return name, err
}

// A Name is the node that a certificate is for.
type Name struct {
	Cluster string
	Node    impl.ID
}

var clusters = regexp.MustCompile(`^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$`)

// CheckCluster returns an error if a cluster's name is invalid.
func CheckCluster(cluster string) error {
	if !clusters.MatchString(cluster) {
		return fmt.Errorf("cluster %q: 1 to 63 characters a-z, 0-9 and - are allowed, without - at either end", cluster)
	}
	return nil
}

// Check returns an error if a name is invalid.
func (n Name) Check() error {
	if n.Node <= 0 {
		return fmt.Errorf("node %d: an id is a positive number", int(n.Node))
	}
	return CheckCluster(n.Cluster)
}

// scheme is that of the URIs in certificates.
const scheme = "interrex"

// String prints a name as the URI that certificates carry.
func (n Name) String() string { return scheme + "://" + n.Cluster + n.path() }

func (n Name) path() string { return fmt.Sprintf("/node/%d", int(n.Node)) }

// host is the DNS name by which a caller asks for the node.
func (n Name) host() string { return fmt.Sprintf("node-%d.interrex", int(n.Node)) }

// ParseName reads a URI in exactly the format of Name.String.
func ParseName(uri string) (Name, error) {
	cluster, id, _ := strings.Cut(strings.TrimPrefix(uri, scheme+"://"), "/node/")
	number, err := strconv.ParseInt(id, 10, 32)
	n := Name{cluster, impl.ID(number)}
	if err != nil || n.Check() != nil || n.String() != uri {
		return Name{}, fmt.Errorf("%.100q names no node: %s://CLUSTER/node/ID does", uri, scheme)
	}
	return n, nil
}

// Of is the name that a certificate proves. A certificate with several names proves none.
func Of(c *x509.Certificate) (Name, error) {
	if len(c.URIs) != 1 {
		return Name{}, fmt.Errorf("a certificate with %d URIs, and it must have one: interrex://CLUSTER/node/ID", len(c.URIs))
	}
	return ParseName(c.URIs[0].String())
}
