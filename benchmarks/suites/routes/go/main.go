package main

import (
	"encoding/json"
	"fmt"
	"log"
	"math"
	"net"
	"net/http"
	"os"
	"regexp"
	"strings"
)

var resources = strings.Fields(`
	users teams roles sessions tokens accounts contacts addresses companies offices
	products categories brands prices discounts carts orders invoices refunds taxes
	shipments carriers warehouses stocks suppliers returns reviews ratings questions
	answers messages threads channels files folders tags reports charts events webhooks`)

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

type thing struct {
	ID string `json:"id"`
}

func showThing(w http.ResponseWriter, r *http.Request) {
	sendJSON(w, http.StatusOK, thing{r.PathValue("id")})
}

func passOn(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { next.ServeHTTP(w, r) })
}

type payment struct {
	ID, Currency, Method string
	Amount               int
	Capture              bool
	Customer             struct{ ID, Email, Country string }
	Items                []struct {
		SKU             string
		Quantity, Price int
	}
}

var (
	currency = regexp.MustCompile(`^[A-Z]{3}$`)
	country  = regexp.MustCompile(`^[A-Z]{2}$`)
	email    = regexp.MustCompile(`^[^@ ]+@[^@ ]+$`)
)

func isText(text string) bool {
	return text != "" && len(text) <= 64
}

// The standard library has no validation: by hand.
func (p payment) valid() bool {
	for _, item := range p.Items {
		if !isText(item.SKU) || item.Quantity < 1 || item.Price < 0 {
			return false
		}
	}
	return isText(p.ID) && p.Amount >= 1 && p.Amount <= 10_000_000 && currency.MatchString(p.Currency) &&
		(p.Method == "card" || p.Method == "transfer" || p.Method == "wallet") &&
		isText(p.Customer.ID) && len(p.Customer.Email) <= 254 && email.MatchString(p.Customer.Email) &&
		(p.Customer.Country == "" || country.MatchString(p.Customer.Country)) &&
		len(p.Items) >= 1 && len(p.Items) <= 100
}

type receipt struct {
	ID       string `json:"id"`
	Status   string `json:"status"`
	Amount   int    `json:"amount"`
	Currency string `json:"currency"`
	Fee      int    `json:"fee"`
}

func processPayment(w http.ResponseWriter, r *http.Request) {
	var body payment
	decoder := json.NewDecoder(r.Body)
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&body); err != nil || !body.valid() {
		http.Error(w, "Bad Request", http.StatusBadRequest)
		return
	}
	fee := int(math.Round(float64(body.Amount) * 0.029))
	sendJSON(w, http.StatusOK, receipt{body.ID, "accepted", body.Amount, body.Currency, fee})
}

func main() {
	scenario := os.Args[1]
	resources := resources[:30+10*strings.Count(scenario, "200")]

	mux := http.NewServeMux()
	for _, resource := range resources {
		for _, route := range []string{"GET ", "POST ", "GET /{id}", "PUT /{id}", "DELETE /{id}"} {
			method, rest, _ := strings.Cut(route, " ")
			mux.HandleFunc(method+" /api/v1/"+resource+rest, showThing)
		}
	}
	mux.HandleFunc("POST /api/v2/payments/process", processPayment)

	var handler http.Handler = mux
	if strings.HasSuffix(scenario, "middleware") {
		for range 8 {
			handler = passOn(handler)
		}
	}

	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("{\"port\":%d}\n", listener.Addr().(*net.TCPAddr).Port)
	log.Fatal(http.Serve(listener, handler))
}
