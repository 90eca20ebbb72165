package certs

import (
	"crypto/x509"
	"fmt"
	"net/url"
	"regexp"
	"strconv"

	"interrex/impl"
)

// A Name is whom a certificate speaks for.
type Name struct {
	Cluster string
	Node    impl.ID
}

var clusters = regexp.MustCompile(`^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$`)

// CheckCluster reports what is wrong with the name of a cluster.
func CheckCluster(cluster string) error {
	if !clusters.MatchString(cluster) {
		return fmt.Errorf("cluster %q: its name is 1 to 63 of the characters a-z, 0-9 and -, and a - is neither first nor last", cluster)
	}
	return nil
}

// Check reports what is wrong with a name.
func (n Name) Check() error {
	if n.Node <= 0 {
		return fmt.Errorf("node %d: an id is a positive number", int(n.Node))
	}
	return CheckCluster(n.Cluster)
}

// String prints a name as the URI that certificates carry.
func (n Name) String() string { return fmt.Sprintf("interrex://%s/node/%d", n.Cluster, int(n.Node)) }

// host is the DNS name by which a caller asks for the node.
func (n Name) host() string { return fmt.Sprintf("node-%d.interrex", int(n.Node)) }

var paths = regexp.MustCompile(`^/node/([1-9][0-9]{0,8})$`)

// ParseName reads a URI as Name.String prints it, and nothing else.
func ParseName(uri string) (Name, error) {
	wrong := fmt.Errorf("%.100q names no node: interrex://CLUSTER/node/ID does", uri)
	u, err := url.Parse(uri)
	if err != nil {
		return Name{}, wrong
	}
	id := paths.FindStringSubmatch(u.Path)
	if id == nil {
		return Name{}, wrong
	}
	number, err := strconv.Atoi(id[1])
	n := Name{u.Host, impl.ID(number)}
	if err != nil || n.Check() != nil || n.String() != uri {
		return Name{}, wrong
	}
	return n, nil
}

// Of is the name that a certificate proves. One that names several nodes proves nothing.
func Of(c *x509.Certificate) (Name, error) {
	if len(c.URIs) != 1 {
		return Name{}, fmt.Errorf("a certificate with %d URIs, and it must have one: interrex://CLUSTER/node/ID", len(c.URIs))
	}
	return ParseName(c.URIs[0].String())
}
