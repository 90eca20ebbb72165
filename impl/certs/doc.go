// Package certs gives the nodes of a cluster names that they can prove: a development authority, the certificates
// that it issues, and what a node demands of a node that it speaks with.
//
// A certificate names one node of one cluster, by the URI interrex://CLUSTER/node/ID. It also carries
// the DNS name node-ID.interrex, which a caller asks for, so that nobody needs certificates for
// addresses, which change. The authority belongs to one cluster, and its key should be on no node. A
// node's files are read again for each connection, so that they are renewed without a restart.
package certs
