#include "genetic.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <numeric>

namespace keypeg {

namespace {

// A set of codes of the same length, in insertion order.
class CodeSet {
  public:
    CodeSet(std::size_t pegs, std::size_t expected)
        : pegs_(pegs), slots_(std::bit_ceil(2 * expected + 2), 0) {}

    std::size_t size() const { return rows_.size() / pegs_; }
    const Color* operator[](std::size_t index) const { return rows_.data() + index * pegs_; }
    std::vector<Color>& rows() { return rows_; }

    void clear() {
        rows_.clear();
        std::fill(slots_.begin(), slots_.end(), 0);
    }

    // Adds the code if it is new, and returns whether it was.
    bool add(const Color* code) {
        std::size_t& slot = slots_[place(code)];
        if (slot != 0) return false;
        rows_.insert(rows_.end(), code, code + pegs_);
        slot = size();
        if (2 * size() > slots_.size()) grow();
        return true;
    }

    bool has(const Color* code) const { return slots_[place(code)] != 0; }

  private:
    std::size_t place(const Color* code) const {
        std::uint64_t hash = 0xcbf29ce484222325;
        for (std::size_t peg = 0; peg < pegs_; ++peg) hash = (hash ^ code[peg]) * 0x100000001b3;
        const std::size_t mask = slots_.size() - 1;
        std::size_t at = static_cast<std::size_t>(hash ^ (hash >> 32)) & mask;
        while (slots_[at] != 0 && std::memcmp((*this)[slots_[at] - 1], code, pegs_) != 0)
            at = (at + 1) & mask;
        return at;
    }

    void grow() {
        slots_.assign(2 * slots_.size(), 0);
        for (std::size_t index = 0; index < size(); ++index) slots_[place((*this)[index])] = index + 1;
    }

    std::size_t pegs_;
    std::vector<Color> rows_;
    std::vector<std::size_t> slots_;  // index + 1, or 0 where free
};

}  // namespace

Breeder::Breeder(const Variant& variant, const Rates& rates, std::uint64_t seed)
    : variant_(variant),
      rates_(rates),
      pegs_(static_cast<std::size_t>(variant.pegs)),
      colors_(static_cast<std::size_t>(variant.colors)),
      random_(seed),
      palette_(colors_),
      used_(colors_) {
    for (std::size_t color = 0; color < colors_; ++color) palette_[color] = static_cast<Color>(color);
}

// The distributions of the standard library differ between machines, so these are our own.
std::uint64_t Breeder::below(std::uint64_t bound) {
    return (random_() >> 32) * bound >> 32;
}

bool Breeder::happens(double rate) {
    return static_cast<double>(random_() >> 11) < rate * 0x1p53;
}

void Breeder::any_code(Color* out) {
    for (std::size_t peg = 0; peg < pegs_; ++peg) {
        if (variant_.repeats) {
            out[peg] = static_cast<Color>(below(colors_));
        } else {
            std::swap(palette_[peg], palette_[peg + below(colors_ - peg)]);
            out[peg] = palette_[peg];
        }
    }
}

void Breeder::child(const Color* mother, const Color* father, Color* out) {
    cross(mother, father, out);
    if (happens(rates_.mutation)) mutate(out);
    if (happens(rates_.permutation)) std::swap(out[below(pegs_)], out[below(pegs_)]);
    if (happens(rates_.inversion)) {
        const std::size_t one = below(pegs_), other = below(pegs_);
        std::reverse(out + std::min(one, other), out + std::max(one, other) + 1);
    }
}

void Breeder::cross(const Color* mother, const Color* father, Color* out) {
    std::size_t begin, end = pegs_;
    if (happens(rates_.one_point)) {
        begin = pegs_ > 1 ? 1 + below(pegs_ - 1) : 0;
    } else {
        begin = below(pegs_ + 1);
        end = below(pegs_);
        end += end >= begin;  // two different places between the pegs or at the ends
        if (begin > end) std::swap(begin, end);
    }
    std::copy(mother, mother + pegs_, out);
    std::copy(father + begin, father + end, out + begin);
    if (!variant_.repeats) repair(mother, begin, end, out);
}

void Breeder::repair(const Color* mother, std::size_t begin, std::size_t end, Color* out) {
    std::fill(used_.begin(), used_.end(), 0);
    for (std::size_t peg = begin; peg < end; ++peg) used_[out[peg]] = 1;
    std::size_t lost = begin;  // runs over the mother's pegs that were displaced
    for (std::size_t peg = 0; peg < pegs_; ++peg) {
        if ((peg >= begin && peg < end) || !used_[out[peg]]) continue;
        while (used_[mother[lost]]) ++lost;
        out[peg] = mother[lost++];
    }
}

void Breeder::mutate(Color* code) {
    const std::size_t peg = below(pegs_);
    const auto color = static_cast<Color>(below(colors_));
    if (!variant_.repeats) {
        Color* other = std::find(code, code + pegs_, color);
        if (other != code + pegs_) *other = code[peg];
    }
    code[peg] = color;
}

Misfits::Misfits(const Variant& variant, const Turns& turns)
    : pegs_(static_cast<std::size_t>(variant.pegs)),
      colors_(static_cast<std::size_t>(variant.colors)),
      lanes_((turns.guesses.count + kLanes - 1) / kLanes * kLanes),
      blacks_(lanes_, 0),
      whites_(lanes_, 0),
      black_step_(pegs_ * colors_ * lanes_, 0),
      match_step_(pegs_ * colors_ * lanes_, 0),
      seen_(colors_, 0) {
    for (std::size_t t = 0; t < turns.guesses.count; ++t) {
        blacks_[t] = turns.blacks[t];
        whites_[t] = static_cast<std::uint8_t>(turns.totals[t] - turns.blacks[t]);
        std::vector<std::size_t> times(colors_, 0);
        for (std::size_t peg = 0; peg < pegs_; ++peg) {
            const std::size_t color = turns.guesses[t][peg];
            black_step_[(peg * colors_ + color) * lanes_ + t] = 1;
            match_step_[(color * pegs_ + times[color]++) * lanes_ + t] = 1;
        }
    }
}

Misfits::Off Misfits::operator()(const Color* code) {
    Off off{0, 0};
    std::uint8_t blacks[kLanes], matches[kLanes];
    for (std::size_t base = 0; base < lanes_; base += kLanes) {
        std::fill(blacks, blacks + kLanes, std::uint8_t{0});
        std::fill(matches, matches + kLanes, std::uint8_t{0});
        for (std::size_t peg = 0; peg < pegs_; ++peg) {
            const std::size_t color = code[peg];
            const std::uint8_t* black = &black_step_[(peg * colors_ + color) * lanes_ + base];
            const std::uint8_t* match = &match_step_[(color * pegs_ + seen_[color]++) * lanes_ + base];
            for (std::size_t i = 0; i < kLanes; ++i) {
                blacks[i] = static_cast<std::uint8_t>(blacks[i] + black[i]);
                matches[i] = static_cast<std::uint8_t>(matches[i] + match[i]);
            }
        }
        for (std::size_t peg = 0; peg < pegs_; ++peg) seen_[code[peg]] = 0;
        for (std::size_t i = 0; i < kLanes; ++i) {
            off.blacks += std::abs(blacks[i] - blacks_[base + i]);
            off.whites += std::abs(matches[i] - blacks[i] - whites_[base + i]);
        }
    }
    return off;
}

namespace {

// One evolution: the population of a generation, and what was found in all of them.
class Evolver {
  public:
    Evolver(const Variant& variant, const Turns& turns, const Evolution& settings, std::uint64_t seed)
        : pegs_(static_cast<std::size_t>(variant.pegs)),
          black_weight_(std::llround(settings.black_weight * kUnit)),
          turns_(turns),
          misfits_(variant, turns),
          breeder_(variant, settings.rates, seed),
          order_(settings.population),
          rows_(settings.population * pegs_),
          costs_(settings.population),
          children_(2 * pegs_),
          present_(pegs_, 2 * settings.population),
          eligible_(pegs_, settings.eligible + settings.population) {
        std::iota(order_.begin(), order_.end(), std::size_t{0});
    }

    // Starts over with random codes.
    void begin() {
        for (const std::size_t at : order_) {
            breeder_.any_code(row(at));
            costs_[at] = cost(row(at));
        }
    }

    void next_generation() {
        // 1. Pair the codes at random; if their number is odd, one is left over.
        for (std::size_t i = order_.size(); i > 1; --i) std::swap(order_[i - 1], order_[breeder_.below(i)]);
        present_.clear();
        for (const std::size_t at : order_) present_.add(row(at));
        for (std::size_t i = 1; i < order_.size(); i += 2) {
            // 2. Each pair has two children.
            std::size_t mother = order_[i - 1], father = order_[i];
            Color *one = children_.data(), *other = one + pegs_;
            breed(row(mother), row(father), one);
            breed(row(father), row(mother), other);
            // 3. Each takes the place of the more similar parent if it is no further from being a candidate.
            if (alike(one, row(mother)) + alike(other, row(father)) <
                alike(one, row(father)) + alike(other, row(mother)))
                std::swap(mother, father);
            settle(one, mother);
            settle(other, father);
        }
    }

    std::size_t found() const { return eligible_.size(); }

    Evolved result() {
        Evolved evolved;
        if (found() == 0) evolved.nearest = std::move(nearest_);
        evolved.eligible = std::move(eligible_.rows());
        return evolved;
    }

  private:
    static constexpr std::int64_t kUnit = 1 << 20;  // costs are whole numbers: the same on every machine

    Color* row(std::size_t at) { return &rows_[at * pegs_]; }

    std::size_t alike(const Color* a, const Color* b) const {
        std::size_t same = 0;
        for (std::size_t peg = 0; peg < pegs_; ++peg) same += a[peg] == b[peg];
        return same;
    }

    void breed(const Color* mother, const Color* father, Color* out) {
        breeder_.child(mother, father, out);
        if (present_.has(out)) breeder_.any_code(out);
    }

    void settle(const Color* child, std::size_t at) {
        const std::int64_t misfit = cost(child);
        if (misfit > costs_[at]) return;
        std::copy(child, child + pegs_, row(at));
        costs_[at] = misfit;
        present_.add(child);
    }

    // Returns how far the code is from being a candidate; keeps it if it is one, or if none came nearer.
    std::int64_t cost(const Color* code) {
        const Misfits::Off off = misfits_(code);
        const std::int64_t misfit = black_weight_ * off.blacks + kUnit * off.whites;
        if (off.blacks == 0 && off.whites == 0)
            eligible_.add(code);
        else if (found() == 0 && (nearest_.empty() || misfit < least_) && !is_guess(code)) {
            nearest_.assign(code, code + pegs_);
            least_ = misfit;
        }
        return misfit;
    }

    bool is_guess(const Color* code) const {
        for (std::size_t t = 0; t < turns_.guesses.count; ++t)
            if (std::equal(code, code + pegs_, turns_.guesses[t])) return true;
        return false;
    }

    std::size_t pegs_;
    std::int64_t black_weight_;
    Turns turns_;
    Misfits misfits_;
    Breeder breeder_;
    std::vector<std::size_t> order_;
    std::vector<Color> rows_;  // the population
    std::vector<std::int64_t> costs_;
    std::vector<Color> children_;
    CodeSet present_, eligible_;
    std::vector<Color> nearest_;
    std::int64_t least_ = 0;
};

}  // namespace

Evolved evolve(const Variant& variant, const Turns& turns, const Evolution& settings, std::uint64_t seed,
               const Watch& watch) {
    constexpr std::size_t kGenerationsBetweenLooks = 16, kHope = 10;
    Evolver evolver(variant, turns, settings, seed);
    std::size_t barren = 0;
    for (std::size_t p = 0; p < settings.populations; ++p) {
        const std::size_t before = evolver.found();
        if (barren >= settings.patience * (before > 0 ? 1 : kHope)) break;
        evolver.begin();
        for (std::size_t h = 0; h < settings.generations && evolver.found() < before + settings.harvest;
             ++h) {
            if (evolver.found() > settings.eligible) break;
            if (h % kGenerationsBetweenLooks == 0 && watch && !watch(0, 0)) throw Interrupted{};
            evolver.next_generation();
        }
        if (evolver.found() > settings.eligible) break;
        barren = evolver.found() == before ? barren + 1 : 0;
    }
    return evolver.result();
}

}  // namespace keypeg
