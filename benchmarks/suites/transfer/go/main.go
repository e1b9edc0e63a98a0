package main

import (
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
)

func main() {
	chunks := megabyte()

	http.HandleFunc("GET /stream", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/octet-stream")
		for _, chunk := range chunks {
			if _, err := w.Write(chunk); err != nil {
				return
			}
		}
	})

	http.HandleFunc("POST /upload", func(w http.ResponseWriter, r *http.Request) {
		received, err := io.ReadAll(r.Body)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		body, _ := json.Marshal(map[string]int{"bytes": len(received)})
		w.Header().Set("Content-Type", "application/json; charset=utf-8")
		w.Write(body)
	})

	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("{\"port\":%d}\n", listener.Addr().(*net.TCPAddr).Port)
	log.Fatal(http.Serve(listener, nil))
}

// Sixteen pieces of 64 KiB, as content/megabyte.mjs makes them.
func megabyte() [][]byte {
	const piece = 65536
	chunks := make([][]byte, 16)
	for index := range chunks {
		chunks[index] = make([]byte, piece)
		for at := range chunks[index] {
			chunks[index][at] = byte(index + at + at>>8)
		}
	}
	return chunks
}
