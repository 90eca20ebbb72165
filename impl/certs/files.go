package certs

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"syscall"

	"interrex/impl"
)

// longest is how much of a file of certificates is read: far more than it needs.
const longest = 1 << 20

// files are the contents of a node's files.
type files struct{ authority, certificate, key string }

// credentials are the parsed files.
type credentials struct {
	files
	certificate tls.Certificate
	authority   *x509.CertPool
}

func readFiles(folder string, id impl.ID) (f files, err error) {
	read := func(name string, open func(string) (*os.File, error)) string {
		if err != nil {
			return ""
		}
		var text []byte
		text, err = readFile(filepath.Join(folder, name), open)
		return string(text)
	}
	f.authority = read(authorityFile, os.Open)
	f.certificate = read(nodeFile(id), os.Open)
	f.key = read(nodeKeyFile(id), openSecret)
	return f, err
}

func readFile(path string, open func(string) (*os.File, error)) ([]byte, error) {
	f, err := open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, longest))
}

// openSecret opens a file that only its owner can read, and refuses one that others can read. A file of root's, which
// root hands to the user of a service, may be readable by a group.
func openSecret(path string) (*os.File, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil {
		err = judgeSecret(path, info.Mode(), int(info.Sys().(*syscall.Stat_t).Uid), os.Geteuid())
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// judgeSecret reports a mode that lets others read a file of this owner, from the point of view of a user.
func judgeSecret(path string, mode os.FileMode, owner, user int) error {
	others := os.FileMode(0o077)
	if owner == 0 && user != 0 {
		others = 0o027
	}
	if mode.Perm()&others == 0 {
		return nil
	}
	return fmt.Errorf("%s: other users may read it (mode %04o); run chmod 600 %s", path, mode.Perm(), path)
}

// usages are what a node's certificate must be good for.
var usages = []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth}

// examine checks that the files belong together, and are those of a node.
func (f files) examine(folder string, id impl.ID) (*credentials, Name, error) {
	c := &credentials{files: f, authority: x509.NewCertPool()}
	if !c.authority.AppendCertsFromPEM([]byte(f.authority)) {
		return nil, Name{}, fmt.Errorf("%s holds no certificate", filepath.Join(folder, authorityFile))
	}
	own := filepath.Join(folder, nodeFile(id))
	var err error
	if c.certificate, err = tls.X509KeyPair([]byte(f.certificate), []byte(f.key)); err != nil {
		return nil, Name{}, fmt.Errorf("%s: %w", own, err)
	}
	name, err := Of(c.certificate.Leaf)
	if err != nil {
		return nil, Name{}, fmt.Errorf("%s: %w", own, err)
	}
	if name.Node != id {
		return nil, Name{}, fmt.Errorf("%s: it is for %v, not for node %v", own, name, id)
	}
	for _, use := range usages {
		if _, err := c.certificate.Leaf.Verify(x509.VerifyOptions{
			Roots: c.authority, DNSName: name.host(), KeyUsages: []x509.ExtKeyUsage{use},
		}); err != nil {
			return nil, Name{}, fmt.Errorf("%s: %w", own, err)
		}
	}
	return c, name, nil
}
