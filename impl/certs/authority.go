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
	"io/fs"
	"math/big"
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

// How long certificates are valid. Their validity begins an hour in the past, for clocks that are late.
const (
	authorityLives = 10 * 365 * 24 * time.Hour
	late           = time.Hour
)

func nodeFile(id impl.ID) string    { return fmt.Sprintf("node-%d.pem", int(id)) }
func nodeKeyFile(id impl.ID) string { return fmt.Sprintf("node-%d-key.pem", int(id)) }

// Certify makes the development authority of a cluster in a folder, unless it exists, and certificates for the
// nodes without one. They are valid for a time, but no longer than the authority. It never replaces a file.
func Certify(folder, cluster string, nodes []impl.ID, lives time.Duration) error {
	err := owned(folder, cluster)
	if errors.Is(err, fs.ErrNotExist) {
		_, err = found(folder, cluster, authorityKeyFile)
	}
	if err != nil {
		return err
	}
	for _, id := range nodes {
		if _, err := os.Lstat(filepath.Join(folder, nodeFile(id))); err == nil {
			continue
		}
		a, err := openAuthority(folder)
		if err != nil {
			return err
		}
		if err := a.issue(folder, id, lives); err != nil {
			return err
		}
	}
	return nil
}

// owned reports an error if the folder has no authority, or that of another cluster.
func owned(folder, cluster string) error {
	authority, err := readCertificate(filepath.Join(folder, authorityFile))
	if err != nil {
		return err
	}
	if found := authority.Subject.CommonName; found != cluster {
		return fmt.Errorf("%s: the authority is of cluster %q, not %q; -cluster=%s names it", folder, found, cluster, found)
	}
	return nil
}

// Passing makes an authority and the certificates of all nodes that it will ever have. Its key is never
// written, so only its signatures remain, however the process ends. It never replaces a file.
func Passing(folder, cluster string, nodes []impl.ID) error {
	a, err := found(folder, cluster, "")
	if err != nil {
		return err
	}
	for _, id := range nodes {
		if err := a.issue(folder, id, Usual); err != nil {
			return err
		}
	}
	return nil
}

// found makes an authority, and writes its certificate and, if keyFile names one, its key.
func found(folder, cluster, keyFile string) (*authority, error) {
	if err := CheckCluster(cluster); err != nil {
		return nil, err
	}
	template, err := template(authorityLives)
	if err != nil {
		return nil, err
	}
	template.Subject = pkix.Name{Organization: []string{"Interrex development"}, CommonName: cluster}
	template.IsCA, template.BasicConstraintsValid, template.MaxPathLenZero = true, true, true
	template.KeyUsage = x509.KeyUsageCertSign
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, err
	}
	a := &authority{template, key}
	if err := a.write(folder, authorityFile, keyFile, template, key); err != nil {
		return nil, err
	}
	a.certificate, err = readCertificate(filepath.Join(folder, authorityFile))
	return a, err
}

// Usual is how long a node's certificate is valid, unless it is made for another time.
const Usual = 365 * 24 * time.Hour

// issue makes the certificate of a node and its key, and writes both.
func (a *authority) issue(folder string, id impl.ID, lives time.Duration) error {
	template, err := a.describe(id, lives)
	if err != nil {
		return err
	}
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return err
	}
	return a.write(folder, nodeFile(id), nodeKeyFile(id), template, key)
}

// Renew replaces the certificates of nodes by new ones for the same keys, valid from now on. It makes no
// secret, and the keys need not be in the folder. Each file is replaced as a whole.
func Renew(folder, cluster string, nodes []impl.ID, lives time.Duration) error {
	if err := owned(folder, cluster); err != nil {
		return err
	}
	a, err := openAuthority(folder)
	if err != nil {
		return err
	}
	for _, id := range nodes {
		if err := a.renew(folder, id, lives); err != nil {
			return err
		}
	}
	return nil
}

func (a *authority) renew(folder string, id impl.ID, lives time.Duration) error {
	template, err := a.describe(id, lives)
	if err != nil {
		return err
	}
	path := filepath.Join(folder, nodeFile(id))
	old, err := readCertificate(path)
	if err != nil {
		return err
	}
	switch name, err := Of(old); {
	case err != nil:
		return fmt.Errorf("%s: %w", path, err)
	case name != (Name{a.certificate.Subject.CommonName, id}):
		return fmt.Errorf("%s: it is for %v, not for node %v of cluster %s", path, name, id, a.certificate.Subject.CommonName)
	}
	signed, err := x509.CreateCertificate(rand.Reader, template, a.certificate, old.PublicKey, a.key)
	if err != nil {
		return err
	}
	next := path + ".next"
	if err := os.Remove(next); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := create(next, "CERTIFICATE", signed); err != nil {
		return err
	}
	return os.Rename(next, path)
}

// Until is how long the certificate of a node in a folder is valid.
func Until(folder string, id impl.ID) (time.Time, error) {
	c, err := readCertificate(filepath.Join(folder, nodeFile(id)))
	if err != nil {
		return time.Time{}, err
	}
	return c.NotAfter, nil
}

// readCertificate reads the first certificate of a file.
func readCertificate(path string) (*x509.Certificate, error) {
	text, err := readFile(path, os.Open)
	if err != nil {
		return nil, err
	}
	block, _ := pem.Decode(text)
	if block == nil {
		return nil, fmt.Errorf("%s holds no certificate", path)
	}
	c, err := x509.ParseCertificate(block.Bytes)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return c, nil
}

// An authority is what signs.
type authority struct {
	certificate *x509.Certificate
	key         crypto.Signer
}

func openAuthority(folder string) (*authority, error) {
	certificate, err := readFile(filepath.Join(folder, authorityFile), os.Open)
	if err != nil {
		return nil, fmt.Errorf("the authority: %w", err)
	}
	key, err := readFile(filepath.Join(folder, authorityKeyFile), OpenSecret)
	if err != nil {
		return nil, fmt.Errorf("the authority: %w", err)
	}
	pair, err := tls.X509KeyPair(certificate, key)
	if err != nil {
		return nil, fmt.Errorf("the authority: %w", err)
	}
	signer, isSigner := pair.PrivateKey.(crypto.Signer)
	if !isSigner {
		return nil, fmt.Errorf("%s: a key that cannot sign", authorityKeyFile)
	}
	return &authority{pair.Leaf, signer}, nil
}

// describe is the template of a node's certificate, without its key.
func (a *authority) describe(id impl.ID, lives time.Duration) (*x509.Certificate, error) {
	name := Name{a.certificate.Subject.CommonName, id}
	if err := name.Check(); err != nil {
		return nil, err
	}
	c, err := template(lives)
	if err != nil {
		return nil, err
	}
	uri, err := url.Parse(name.String())
	if err != nil {
		return nil, err
	}
	if end := a.certificate.NotAfter; c.NotAfter.After(end) {
		c.NotAfter = end
	}
	if !c.NotAfter.After(time.Now()) {
		return nil, fmt.Errorf("%s: the authority expired on %s", authorityFile, a.certificate.NotAfter.Format(time.DateOnly))
	}
	c.Subject = pkix.Name{Organization: []string{"Interrex development"}, CommonName: name.host()}
	c.URIs, c.DNSNames = []*url.URL{uri}, []string{name.host()}
	c.KeyUsage = x509.KeyUsageDigitalSignature
	c.ExtKeyUsage = []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth}
	return c, nil
}

func template(lives time.Duration) (*x509.Certificate, error) {
	serial, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 127))
	now := time.Now()
	return &x509.Certificate{SerialNumber: serial, NotBefore: now.Add(-late), NotAfter: now.Add(lives)}, err
}

// write signs a certificate of a key, and writes it and, if its file has a name, the key.
func (a *authority) write(folder, certificate, key string, subject *x509.Certificate, of *ecdsa.PrivateKey) error {
	secret, err := x509.MarshalPKCS8PrivateKey(of)
	if err != nil {
		return err
	}
	signed, err := x509.CreateCertificate(rand.Reader, subject, a.certificate, of.Public(), a.key)
	if err != nil {
		return err
	}
	for _, f := range []string{certificate, key} {
		if f == "" {
			continue
		}
		if _, err := os.Lstat(filepath.Join(folder, f)); err == nil {
			return fmt.Errorf("%s exists and is not replaced", filepath.Join(folder, f))
		}
	}
	if key != "" {
		err = create(filepath.Join(folder, key), "PRIVATE KEY", secret)
	}
	return errors.Join(err, create(filepath.Join(folder, certificate), "CERTIFICATE", signed))
}

// create writes a file that only its owner can read, and that was not there before.
func create(path, kind string, data []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	return errors.Join(pem.Encode(f, &pem.Block{Type: kind, Bytes: data}), f.Close())
}
