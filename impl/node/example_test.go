package node_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"sync"
	"time"

	"interrex/impl"
	"interrex/impl/durable"
	"interrex/impl/fence"
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
			Join: func(incarnation uint64, observing bool) (network.Network, error) {
				return net.Join(id, incarnation, observing)
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

// What a leader does is shown with a token. Once the resource has seen a token of the next leader it
// refuses those of the one before, whatever that one believes.
func ExampleNode_Token() {
	nodes, stop := three("raft")
	defer stop()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	var resource fence.Guard

	first := leading(ctx, nodes)
	old, err := first.Token()
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("the first leader writes:", resource.Do(old, func() error { return nil }))

	if err := first.Resign(ctx); err != nil {
		log.Fatal(err)
	}
	second := leading(ctx, nodes)
	token, err := second.Token()
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("the second leader writes:", resource.Do(token, func() error { return nil }))
	fmt.Println("what was late is refused:", errors.Is(resource.Admit(old), fence.ErrStale))
	// Output:
	// the first leader writes: <nil>
	// the second leader writes: <nil>
	// what was late is refused: true
}

// leading waits until a node says that it leads.
func leading(ctx context.Context, nodes map[impl.ID]*node.Node) *node.Node {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	found := make(chan *node.Node, len(nodes))
	for _, n := range nodes {
		go func() {
			for now := range n.Watch(ctx).Changes() {
				if now.Self {
					found <- n
					return
				}
			}
		}()
	}
	select {
	case n := <-found:
		return n
	case <-ctx.Done():
		panic(ctx.Err())
	}
}
