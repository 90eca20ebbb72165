// Package certs issues and checks the certificates of a cluster's nodes. It has a development authority, the
// certificates that it issues, and a node's checks on its peers.
//
// A certificate names one node of one cluster, by the URI interrex://CLUSTER/node/ID. It also carries the DNS
// name node-ID.interrex, which callers verify, so certificates do not depend on addresses. The authority
// belongs to one cluster, and its key should be on no node. A node's files are read again for each
// connection, so that they are renewed without a restart.
package certs
