package cluster

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"interrex/impl"
	"interrex/impl/certs"
)

// Certify makes the authority of a cluster in a folder, if there is none, and the certificates of
// nodes that have none.
func Certify(folder, cluster string, nodes []impl.ID) error {
	return CertifyFor(folder, cluster, nodes, certs.Usual)
}

// CertifyFor is Certify with certificates for a time.
func CertifyFor(folder, cluster string, nodes []impl.ID, lives time.Duration) error {
	switch err := owned(folder, cluster); {
	case errors.Is(err, fs.ErrNotExist):
		if err := certs.CreateAuthority(folder, cluster); err != nil {
			return err
		}
	case err != nil:
		return err
	}
	for _, id := range nodes {
		if _, err := os.Lstat(filepath.Join(folder, fmt.Sprintf("node-%v.pem", id))); err == nil {
			continue
		}
		if err := certs.IssueFor(folder, id, lives); err != nil {
			return err
		}
	}
	return nil
}

// Renew replaces certificates by others of the same keys, which are valid for a time from now on.
func Renew(folder, cluster string, nodes []impl.ID, lives time.Duration) error {
	if err := owned(folder, cluster); err != nil {
		return err
	}
	for _, id := range nodes {
		if err := certs.Renew(folder, id, lives); err != nil {
			return err
		}
	}
	return nil
}

// owned reports an authority of another cluster, or that there is none.
func owned(folder, cluster string) error {
	found, err := certs.Cluster(folder)
	if err == nil && found != cluster {
		err = fmt.Errorf("%s: its authority is that of cluster %q, and not of %q", folder, found, cluster)
	}
	return err
}
