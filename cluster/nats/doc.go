// Package nats is an engine on NATS JetStream: tasks wait in a work queue, and workers on any machine take them.
//
// A task is a message. Its subject follows from the name of its result, and the queue refuses a second message of a subject. So a task
// that is published twice is queued once. A worker holds a lease on its task, and renews the lease while it works. When the lease of a
// killed worker ends, the queue delivers the task to another worker.
//
// The queue is in the memory of the server, and may be lost. The driver therefore looks for results in the store, publishes the
// remaining tasks again, and creates the queue again if it is gone. Notices of finished tasks only make the driver faster.
//
// engine.go has the flags and the connection, queue.go the driver, and worker.go the workers.
package nats
