package main

// rssUnit is the unit of the kernel's peak resident memory; in bytes.
const rssUnit = 1024
