package certs

import (
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"interrex/impl"
)

// An Identity is what a node needs to prove its name, and to judge those of others.
type Identity struct {
	Name        Name
	certificate tls.Certificate
	authority   *x509.CertPool
}

// Load reads a node's certificate, its key and the authority from a folder, and checks that they
// belong together.
func Load(folder string, id impl.ID) (*Identity, error) {
	authority, err := os.ReadFile(filepath.Join(folder, authorityFile))
	if err != nil {
		return nil, err
	}
	pool := x509.NewCertPool()
	if !pool.AppendCertsFromPEM(authority) {
		return nil, fmt.Errorf("%s holds no certificate", filepath.Join(folder, authorityFile))
	}
	own := filepath.Join(folder, nodeFile(id))
	certificate, err := tls.LoadX509KeyPair(own, filepath.Join(folder, nodeKeyFile(id)))
	if err != nil {
		return nil, err
	}
	name, err := Of(certificate.Leaf)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", own, err)
	}
	if name.Node != id {
		return nil, fmt.Errorf("%s: it names %v, and not node %v", own, name, id)
	}
	for _, use := range []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth} {
		if _, err := certificate.Leaf.Verify(x509.VerifyOptions{
			Roots: pool, DNSName: name.host(), KeyUsages: []x509.ExtKeyUsage{use},
		}); err != nil {
			return nil, fmt.Errorf("%s: %w", own, err)
		}
	}
	return &Identity{name, certificate, pool}, nil
}

// Server is how the node takes calls: only from nodes of its own cluster of which welcome approves.
func (i *Identity) Server(welcome func(impl.ID) error) *tls.Config {
	return &tls.Config{
		MinVersion:   tls.VersionTLS13,
		Certificates: []tls.Certificate{i.certificate},
		ClientAuth:   tls.RequireAndVerifyClientCert,
		ClientCAs:    i.authority,
		VerifyConnection: func(s tls.ConnectionState) error {
			name, err := i.Peer(s)
			if err != nil {
				return err
			}
			return welcome(name.Node)
		},
		SessionTicketsDisabled: true,
	}
}

// Client is how the node calls one other of its cluster, and no one else.
func (i *Identity) Client(to impl.ID) *tls.Config {
	want := Name{i.Name.Cluster, to}
	return &tls.Config{
		MinVersion:   tls.VersionTLS13,
		Certificates: []tls.Certificate{i.certificate},
		RootCAs:      i.authority,
		ServerName:   want.host(),
		VerifyConnection: func(s tls.ConnectionState) error {
			name, err := i.Peer(s)
			if err == nil && name != want {
				err = fmt.Errorf("%v answers, and %v was called", name, want)
			}
			return err
		},
	}
}

// Peer is whom the other end of a connection has proved to be: a node of the same cluster.
func (i *Identity) Peer(s tls.ConnectionState) (Name, error) {
	if len(s.VerifiedChains) == 0 {
		return Name{}, errors.New("no certificate that the authority has signed")
	}
	name, err := Of(s.VerifiedChains[0][0])
	if err == nil && name.Cluster != i.Name.Cluster {
		err = fmt.Errorf("%v is of another cluster than %v", name, i.Name)
	}
	return name, err
}

// Cluster names the cluster of the authority in a folder.
func Cluster(folder string) (string, error) {
	path := filepath.Join(folder, authorityFile)
	text, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	block, _ := pem.Decode(text)
	if block == nil {
		return "", fmt.Errorf("%s holds no certificate", path)
	}
	authority, err := x509.ParseCertificate(block.Bytes)
	if err != nil {
		return "", fmt.Errorf("%s: %w", path, err)
	}
	return authority.Subject.CommonName, nil
}
