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

// How long certificates are valid. They begin to be an hour ago, for clocks that are late.
const (
	authorityLives = 10 * 365 * 24 * time.Hour
	nodeLives      = 365 * 24 * time.Hour
	late           = time.Hour
)

func nodeFile(id impl.ID) string    { return fmt.Sprintf("node-%d.pem", int(id)) }
func nodeKeyFile(id impl.ID) string { return fmt.Sprintf("node-%d-key.pem", int(id)) }

// CreateAuthority makes the development authority of a cluster, and writes it to the folder. It
// replaces no file.
func CreateAuthority(folder, cluster string) error {
	if err := CheckCluster(cluster); err != nil {
		return err
	}
	template, err := template(authorityLives)
	if err != nil {
		return err
	}
	template.Subject = pkix.Name{Organization: []string{"Interrex development"}, CommonName: cluster}
	template.IsCA, template.BasicConstraintsValid, template.MaxPathLenZero = true, true, true
	template.KeyUsage = x509.KeyUsageCertSign
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	return issue{template, template, key, key}.write(folder, authorityFile, authorityKeyFile)
}

// Issue makes the certificate of a node of the cluster whose authority is in the folder, and writes
// it there. It replaces no file.
func Issue(folder string, id impl.ID) error {
	authority, err := tls.LoadX509KeyPair(filepath.Join(folder, authorityFile), filepath.Join(folder, authorityKeyFile))
	if err != nil {
		return fmt.Errorf("the authority: %w", err)
	}
	name := Name{authority.Leaf.Subject.CommonName, id}
	if err := name.Check(); err != nil {
		return err
	}
	template, err := template(nodeLives)
	if err != nil {
		return err
	}
	uri, err := url.Parse(name.String())
	if err != nil {
		return err
	}
	template.Subject = pkix.Name{Organization: []string{"Interrex development"}, CommonName: name.host()}
	template.URIs, template.DNSNames = []*url.URL{uri}, []string{name.host()}
	template.KeyUsage = x509.KeyUsageDigitalSignature
	template.ExtKeyUsage = []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth}
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return err
	}
	signer, isSigner := authority.PrivateKey.(crypto.Signer)
	if !isSigner {
		return fmt.Errorf("%s: a key that cannot sign", authorityKeyFile)
	}
	return issue{template, authority.Leaf, key, signer}.write(folder, nodeFile(id), nodeKeyFile(id))
}

func template(lives time.Duration) (*x509.Certificate, error) {
	serial, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 127))
	now := time.Now()
	return &x509.Certificate{SerialNumber: serial, NotBefore: now.Add(-late), NotAfter: now.Add(lives)}, err
}

// An issue is a certificate to be signed: for whom, by whom.
type issue struct {
	subject, issuer *x509.Certificate
	key             *ecdsa.PrivateKey
	signer          crypto.Signer
}

// write signs a certificate and writes it and its key.
func (i issue) write(folder, certificate, key string) error {
	secret, err := x509.MarshalPKCS8PrivateKey(i.key)
	if err != nil {
		return err
	}
	signed, err := x509.CreateCertificate(rand.Reader, i.subject, i.issuer, i.key.Public(), i.signer)
	if err != nil {
		return err
	}
	for _, f := range []string{certificate, key} {
		if _, err := os.Lstat(filepath.Join(folder, f)); err == nil {
			return fmt.Errorf("%s is already there, and is not replaced", filepath.Join(folder, f))
		}
	}
	return errors.Join(
		create(filepath.Join(folder, key), "PRIVATE KEY", secret),
		create(filepath.Join(folder, certificate), "CERTIFICATE", signed))
}

// create writes a file that only its owner can read, and that was not there before.
func create(path, kind string, data []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	return errors.Join(pem.Encode(f, &pem.Block{Type: kind, Bytes: data}), f.Close())
}
