package certs

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"interrex/impl"
)

// The files of a folder of certificates; a node's are node-ID.pem and node-ID-key.pem.
const (
	authorityFile    = "ca.pem"
	authorityKeyFile = "ca-key.pem"
)

func nodeFile(id impl.ID) string    { return fmt.Sprintf("node-%d.pem", int(id)) }
func nodeKeyFile(id impl.ID) string { return fmt.Sprintf("node-%d-key.pem", int(id)) }

// How long certificates are valid: an authority's, and a node's unless it is made for another time. Their validity
// begins an hour in the past, for clocks that are late.
const (
	authorityLives = 10 * 365 * 24 * time.Hour
	Usual          = 365 * 24 * time.Hour
	late           = time.Hour
)

// Certify makes the development authority of a cluster in a folder, unless it exists, and certificates for the
// nodes without one. They are valid for a time, but no longer than the authority. It never replaces a file.
func Certify(folder, cluster string, nodes []impl.ID, lives time.Duration) error {
	open := openAuthority
	if !exists(folder, authorityFile) {
		open = func(folder, cluster string) (*authority, error) {
			return newAuthority(folder, cluster, authorityKeyFile)
		}
	}
	a, err := open(folder, cluster)
	for _, id := range nodes {
		if err == nil && !exists(folder, nodeFile(id)) {
			err = a.issue(folder, id, lives)
		}
	}
	return err
}

// Ephemeral makes an authority and the certificates of all nodes that it will ever have. Its key is never
// written, so only its signatures remain, however the process ends. It never replaces a file.
func Ephemeral(folder, cluster string, nodes []impl.ID) error {
	a, err := newAuthority(folder, cluster, "")
	for _, id := range nodes {
		if err == nil {
			err = a.issue(folder, id, Usual)
		}
	}
	return err
}

// Until is how long the certificate of a node in a folder is valid.
func Until(folder string, id impl.ID) (time.Time, error) {
	path := filepath.Join(folder, nodeFile(id))
	text, err := readFile(path, os.Open)
	if err != nil {
		return time.Time{}, err
	}
	block, _ := pem.Decode(text)
	if block == nil {
		return time.Time{}, fmt.Errorf("%s holds no certificate", path)
	}
	c, err := x509.ParseCertificate(block.Bytes)
	if err != nil {
		return time.Time{}, fmt.Errorf("%s: %w", path, err)
	}
	return c.NotAfter, nil
}

// An authority is what signs. It belongs to the cluster in its common name.
type authority struct {
	certificate *x509.Certificate
	key         crypto.Signer
}

// newAuthority makes an authority, and writes its certificate and, if keyFile names one, its key.
func newAuthority(folder, cluster, keyFile string) (*authority, error) {
	if err := CheckCluster(cluster); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, err
	}
	t := template(cluster, authorityLives)
	t.IsCA, t.BasicConstraintsValid, t.MaxPathLenZero, t.KeyUsage = true, true, true, x509.KeyUsageCertSign
	return sign(nil, folder, [2]string{authorityFile, keyFile}, t)
}

func openAuthority(folder, cluster string) (*authority, error) {
	certificate, err := readFile(filepath.Join(folder, authorityFile), os.Open)
	if err != nil {
		return nil, fmt.Errorf("the authority: %w", err)
	}
	key, err := readFile(filepath.Join(folder, authorityKeyFile), openSecret)
	if err != nil {
		return nil, fmt.Errorf("the authority: %w", err)
	}
	pair, err := tls.X509KeyPair(certificate, key)
	if err != nil {
		return nil, fmt.Errorf("the authority: %w", err)
	}
	if found := pair.Leaf.Subject.CommonName; found != cluster {
		return nil, fmt.Errorf("%s: the authority is of cluster %q, not %q; -cluster=%s names it", folder, found, cluster, found)
	}
	return &authority{pair.Leaf, pair.PrivateKey.(crypto.Signer)}, nil
}

// issue makes the certificate of a node and its key, and writes both.
func (a *authority) issue(folder string, id impl.ID, lives time.Duration) error {
	t, err := a.describe(id, lives)
	if err != nil {
		return err
	}
	_, err = sign(a, folder, [2]string{nodeFile(id), nodeKeyFile(id)}, t)
	return err
}

// describe is the template of a node's certificate, without its key.
func (a *authority) describe(id impl.ID, lives time.Duration) (*x509.Certificate, error) {
	name := Name{a.certificate.Subject.CommonName, id}
	if err := name.Check(); err != nil {
		return nil, err
	}
	c := template(name.host(), lives)
	if end := a.certificate.NotAfter; c.NotAfter.After(end) {
		c.NotAfter = end
	}
	if !c.NotAfter.After(time.Now()) {
		return nil, fmt.Errorf("%s: the authority expired on %s", authorityFile, a.certificate.NotAfter.Format(time.DateOnly))
	}
	c.URIs, c.DNSNames = []*url.URL{{Scheme: scheme, Host: name.Cluster, Path: name.path()}}, []string{name.host()}
	c.KeyUsage, c.ExtKeyUsage = x509.KeyUsageDigitalSignature, usages
	return c, nil
}

func template(name string, lives time.Duration) *x509.Certificate {
	now := time.Now()
	return &x509.Certificate{Subject: pkix.Name{Organization: []string{"Interrex development"}, CommonName: name},
		NotBefore: now.Add(-late), NotAfter: now.Add(lives)}
}

// sign makes a key, and its certificate by an authority; nil: by the key itself. It writes the certificate and, if its
// file has a name, the key, and returns both.
func sign(by *authority, folder string, names [2]string, subject *x509.Certificate) (*authority, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	if by == nil {
		by = &authority{subject, key}
	}
	secret, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return nil, err
	}
	signed, err := x509.CreateCertificate(rand.Reader, subject, by.certificate, key.Public(), by.key)
	if err != nil {
		return nil, err
	}
	certificate, err := x509.ParseCertificate(signed)
	if err != nil {
		return nil, err
	}
	for _, f := range names {
		if f != "" && exists(folder, f) {
			return nil, fmt.Errorf("%s exists and is not replaced", filepath.Join(folder, f))
		}
	}
	if names[1] != "" {
		err = create(filepath.Join(folder, names[1]), "PRIVATE KEY", secret)
	}
	return &authority{certificate, key}, errors.Join(err, create(filepath.Join(folder, names[0]), "CERTIFICATE", signed))
}

func exists(folder, name string) bool {
	_, err := os.Lstat(filepath.Join(folder, name))
	return err == nil
}

// create writes a file that only its owner can read, and that was not there before.
func create(path, kind string, data []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	return errors.Join(pem.Encode(f, &pem.Block{Type: kind, Bytes: data}), f.Close())
}
