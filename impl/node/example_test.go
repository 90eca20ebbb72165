package node_test

import (
	"context"
	"fmt"
	"log"
	"sync"
	"time"

	"interrex/impl"
	"interrex/impl/durable"
	"interrex/impl/network"
	"interrex/impl/network/memory"
	"interrex/impl/node"
)

// three runs nodes 1, 2 and 3 on a network in memory. Between machines package tcp takes its place,
// and a file, opened by package durable, that of the storage.
func three(algorithm string) (nodes map[impl.ID]*node.Node, stop func()) {
	a, err := impl.Find(algorithm)
	if err != nil {
		panic(err)
	}
	members := []impl.ID{1, 2, 3}
	net := memory.New(1, members, memory.Faults{})
	nodes = map[impl.ID]*node.Node{}
	var running sync.WaitGroup
	for _, id := range members {
		n, err := node.New(node.Options{
			Algorithm: a,
			Config:    impl.Config{Self: id, Members: members},
			Join: func(incarnation uint64) (network.Network, error) {
				return net.Join(id, incarnation)
			},
			Store:  new(durable.Memory), // of raft this is for examples only: a vote must outlive its process
			Starts: node.Span{Least: 10 * time.Millisecond, Most: 50 * time.Millisecond},
		})
		if err != nil {
			panic(err)
		}
		nodes[id] = n
		running.Go(func() {
			if err := n.Run(context.Background()); err != nil {
				panic(err)
			}
		})
	}
	return nodes, func() {
		for _, n := range nodes {
			n.Close()
		}
		running.Wait()
	}
}

// await reads a watch until this node leads.
func await(w *node.Watch, leader impl.ID) string {
	for now := range w.Changes() {
		if now.Leader == leader {
			return fmt.Sprintf("node %v leads", leader)
		}
	}
	panic(w.Err())
}

// A watch delivers each change of leadership, in order.
func ExampleNode_Watch() {
	nodes, stop := three("bully")
	defer stop()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	w := nodes[1].Watch(ctx)
	fmt.Println(await(w, 3))
	nodes[3].Close() // it says goodbye
	fmt.Println(await(w, 2))
	// Output:
	// node 3 leads
	// node 2 leads
}

// A node that has resigned does not lead before it campaigns.
func ExampleNode_Campaign() {
	nodes, stop := three("bully")
	defer stop()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	w := nodes[1].Watch(ctx)
	fmt.Println(await(w, 3))
	if err := nodes[3].Resign(ctx); err != nil {
		log.Fatal(err)
	}
	fmt.Println(await(w, 2))
	if err := nodes[3].Campaign(ctx); err != nil {
		log.Fatal(err)
	}
	fmt.Println(await(w, 3))
	// Output:
	// node 3 leads
	// node 2 leads
	// node 3 leads
}
