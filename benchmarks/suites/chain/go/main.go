package main

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"log"
	"net"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"
)

const limit = 1_000_000_000

type key int

const (
	keyOfID key = iota
	keyOfUser
)

type middleware func(http.Handler) http.Handler

func requestID(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		id := r.Header.Get("X-Request-Id")
		if id == "" {
			id = rand.Text()
		}
		w.Header().Set("X-Request-Id", id)
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), keyOfID, id)))
	})
}

type entry struct {
	id, method, path string
	status           int
	took             time.Duration
}

// The last thousand requests, in memory.
var requestLog struct {
	sync.Mutex
	entries [1000]entry
	count   int
}

type recorder struct {
	http.ResponseWriter
	status int
}

func (r *recorder) WriteHeader(status int) {
	r.status = status
	r.ResponseWriter.WriteHeader(status)
}

func logRequest(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start := time.Now()
		recorded := &recorder{w, http.StatusOK}
		next.ServeHTTP(recorded, r)
		id, _ := r.Context().Value(keyOfID).(string)
		requestLog.Lock()
		defer requestLog.Unlock()
		requestLog.entries[requestLog.count%1000] = entry{id, r.Method, r.URL.Path, recorded.status, time.Since(start)}
		requestLog.count++
	})
}

// Reads a bearer token; it is not verified.
func userOf(authorization string) (string, bool) {
	parts := strings.Split(strings.TrimPrefix(authorization, "Bearer "), ".")
	if len(parts) != 3 {
		return "", false
	}
	payload, err := base64.RawURLEncoding.DecodeString(parts[1])
	var claims struct {
		Sub string
		Exp int64
	}
	if err != nil || json.Unmarshal(payload, &claims) != nil {
		return "", false
	}
	return claims.Sub, claims.Exp > time.Now().Unix()
}

func authenticate(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		user, ok := userOf(r.Header.Get("Authorization"))
		if !ok {
			http.Error(w, "Unauthorized", http.StatusUnauthorized)
			return
		}
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), keyOfUser, user)))
	})
}

type window struct {
	until time.Time
	left  int
}

var limiter = struct {
	sync.Mutex
	windows map[string]*window
}{windows: map[string]*window{}}

func take(user string) int {
	limiter.Lock()
	defer limiter.Unlock()
	current, ok := limiter.windows[user]
	if !ok || current.until.Before(time.Now()) {
		current = &window{time.Now().Add(time.Minute), limit}
		limiter.windows[user] = current
	}
	current.left--
	return current.left
}

func limitRate(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		user, _ := r.Context().Value(keyOfUser).(string)
		left := take(user)
		w.Header().Set("X-RateLimit-Limit", strconv.Itoa(limit))
		w.Header().Set("X-RateLimit-Remaining", strconv.Itoa(max(left, 0)))
		if left < 0 {
			http.Error(w, "Too Many Requests", http.StatusTooManyRequests)
			return
		}
		next.ServeHTTP(w, r)
	})
}

func secure(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Content-Type-Options", "nosniff")
		next.ServeHTTP(w, r)
	})
}

func sendJSON(w http.ResponseWriter, status int, value any) {
	body, err := json.Marshal(value)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	w.Write(body)
}

type order struct {
	ID    string `json:"id"`
	Owner string `json:"owner"`
}

func showOrder(w http.ResponseWriter, r *http.Request) {
	owner, _ := r.Context().Value(keyOfUser).(string)
	sendJSON(w, http.StatusOK, order{r.PathValue("id"), owner})
}

type registration struct {
	Name, Email, Password, Country, City, Postcode, Phone, Plan string
	Age                                                         int
	Newsletter                                                  *bool
}

var (
	email    = regexp.MustCompile(`^[^@ ]+@[^@ ]+$`)
	country  = regexp.MustCompile(`^[A-Z]{2}$`)
	postcode = regexp.MustCompile(`^[A-Z0-9 -]{3,10}$`)
	phone    = regexp.MustCompile(`^\+[0-9]{7,15}$`)
)

func within(text string, least, most int) bool {
	return len(text) >= least && len(text) <= most
}

// The standard library has no validation: by hand.
func (r registration) valid() bool {
	return within(r.Name, 1, 100) && within(r.City, 1, 100) && within(r.Password, 12, 200) &&
		len(r.Email) <= 254 && email.MatchString(r.Email) && country.MatchString(r.Country) &&
		postcode.MatchString(r.Postcode) && phone.MatchString(r.Phone) && r.Age >= 16 && r.Age <= 130 &&
		(r.Plan == "free" || r.Plan == "team" || r.Plan == "company") && r.Newsletter != nil
}

type registered struct {
	Name  string `json:"name"`
	Email string `json:"email"`
}

func register(w http.ResponseWriter, r *http.Request) {
	var body registration
	decoder := json.NewDecoder(r.Body)
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&body); err != nil || !body.valid() {
		http.Error(w, "Bad Request", http.StatusBadRequest)
		return
	}
	sendJSON(w, http.StatusCreated, registered{body.Name, body.Email})
}

func main() {
	var chain http.Handler = http.HandlerFunc(showOrder)
	for _, wrap := range []middleware{secure, limitRate, authenticate, logRequest, requestID} {
		chain = wrap(chain)
	}
	http.Handle("GET /orders/{id}", chain)
	http.HandleFunc("POST /registrations", register)

	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("{\"port\":%d}\n", listener.Addr().(*net.TCPAddr).Port)
	log.Fatal(http.Serve(listener, nil))
}
