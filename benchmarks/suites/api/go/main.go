package main

import (
	"encoding/json"
	"fmt"
	"log"
	"net"
	"net/http"
	"time"
)

func sendJSON(w http.ResponseWriter, value any) {
	body, err := json.Marshal(value)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Write(body)
}

func sendText(w http.ResponseWriter, text string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Write([]byte(text))
}

func recovering(handler http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			if recover() != nil {
				http.Error(w, "Internal Server Error", http.StatusInternalServerError)
			}
		}()
		handler(w, r)
	}
}

func main() {
	http.HandleFunc("GET /{$}", func(w http.ResponseWriter, r *http.Request) {
		sendText(w, "Hi")
	})

	http.HandleFunc("GET /id/{id}", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Powered-By", "benchmark")
		sendText(w, r.PathValue("id")+" "+r.URL.Query().Get("name"))
	})

	http.HandleFunc("POST /json", func(w http.ResponseWriter, r *http.Request) {
		var body any
		if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		sendJSON(w, body)
	})

	http.HandleFunc("GET /profile", func(w http.ResponseWriter, r *http.Request) {
		sendJSON(w, newProfile())
	})

	http.HandleFunc("GET /users/{id}", func(w http.ResponseWriter, r *http.Request) {
		id := r.PathValue("id")
		sendJSON(w, struct {
			ID   string `json:"id"`
			Name string `json:"name"`
		}{id, "User " + id})
	})

	http.HandleFunc("GET /chain", func(w http.ResponseWriter, r *http.Request) {
		started := time.Now()
		requestID := r.Header.Get("X-Request-Id")
		authenticated := r.Header.Get("Authorization") == "Bearer secret"
		w.Header().Set("X-Request-Id", requestID)
		w.Header().Set("X-Response-Time", fmt.Sprintf("%dms", time.Since(started).Milliseconds()))
		sendJSON(w, struct {
			Message       string `json:"message"`
			RequestID     string `json:"requestId"`
			Authenticated bool   `json:"authenticated"`
		}{"Chain complete", requestID, authenticated})
	})

	http.HandleFunc("GET /error", recovering(func(w http.ResponseWriter, r *http.Request) {
		panic("this handler always panics")
	}))

	http.HandleFunc("GET /fields", func(w http.ResponseWriter, r *http.Request) {
		for _, field := range tenFields {
			w.Header().Set(field[0], field[1])
		}
		sendText(w, "Hi")
	})

	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("{\"port\":%d}\n", listener.Addr().(*net.TCPAddr).Port)
	log.Fatal(http.Serve(listener, nil))
}

var tenFields = [][2]string{
	{"Cache-Control", "private, max-age=60"},
	{"Content-Language", "en"},
	{"Referrer-Policy", "no-referrer"},
	{"Strict-Transport-Security", "max-age=15552000; includeSubDomains"},
	{"Vary", "Accept-Encoding, Origin"},
	{"X-Content-Type-Options", "nosniff"},
	{"X-Frame-Options", "DENY"},
	{"X-RateLimit-Limit", "1000"},
	{"X-RateLimit-Remaining", "999"},
	{"X-Request-Id", "01234567-89ab-cdef-0123-456789abcdef"},
}

type position struct {
	Latitude  float64 `json:"latitude"`
	Longitude float64 `json:"longitude"`
}

type address struct {
	Street   string   `json:"street"`
	City     string   `json:"city"`
	Country  string   `json:"country"`
	Position position `json:"position"`
}

type item struct {
	SKU      string  `json:"sku"`
	Quantity int     `json:"quantity"`
	Price    float64 `json:"price"`
}

type order struct {
	ID    int     `json:"id"`
	Total float64 `json:"total"`
	Paid  bool    `json:"paid"`
	Items []item  `json:"items"`
}

type profile struct {
	ID      int      `json:"id"`
	Name    string   `json:"name"`
	Email   string   `json:"email"`
	Active  bool     `json:"active"`
	Address address  `json:"address"`
	Tags    []string `json:"tags"`
	Orders  []order  `json:"orders"`
}

func newProfile() profile {
	return profile{
		ID:     42,
		Name:   "Ada Lovelace",
		Email:  "ada@example.com",
		Active: true,
		Address: address{
			Street:   "12 St James Square",
			City:     "London",
			Country:  "GB",
			Position: position{Latitude: 51.5074, Longitude: -0.1278},
		},
		Tags: []string{"mathematics", "engines", "poetry"},
		Orders: []order{
			{ID: 1001, Total: 59.85, Paid: true, Items: []item{{SKU: "CARD-100", Quantity: 3, Price: 19.95}}},
			{ID: 1002, Total: 8.5, Paid: false, Items: []item{{SKU: "GEAR-7", Quantity: 1, Price: 8.5}}},
		},
	}
}
