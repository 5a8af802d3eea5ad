#include "climb.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <limits>
#include <map>
#include <tuple>

#include "partition.hpp"
#include "source.hpp"

namespace keypeg {

namespace {

using Cost = std::int64_t;  // guesses still to be made over all candidates, in units of 2^-20
using Row = std::vector<Color>;

constexpr double kUnit = 1 << 20;
constexpr Cost kOne = 1 << 20;

// What a part is expected to cost: 1 for a single candidate, and n (kLast + log2 n / bits) for n of them,
// where `bits` is roughly the information that a guess gives late in a game. In a sample only the logarithm
// counts.
class Costs {
  public:
    Costs(const Variant& variant, std::size_t most, bool complete) : costs_(most + 1, 0) {
        constexpr double kLast = 1.2, kShare = 0.7;
        const double bits = kShare * std::log2(variant.slots());
        for (std::size_t n = 1; n <= most; ++n) {
            const auto size = static_cast<double>(n);
            const double each =
                complete ? (n == 1 ? 1 : kLast + std::log2(size) / bits) : std::log2(size) / bits;
            costs_[n] = std::llround(size * each * kUnit);
        }
        won_ = complete ? costs_[std::min<std::size_t>(most, 1)] : 0;
    }

    // The cost after a guess with these parts; the winning part adds nothing.
    Cost of(const std::uint32_t* sizes, int slots) const {
        Cost sum = 0;
        for (int slot = 0; slot < slots; ++slot) sum += costs_[sizes[slot]];
        return sum - (sizes[slots - 1] ? won_ : 0);
    }

  private:
    std::vector<Cost> costs_;
    Cost won_;
};

struct Judged {
    Cost cost;
    bool is_candidate;
    Row guess;

    bool operator<(const Judged& other) const {
        return std::tie(cost, other.is_candidate, guess) < std::tie(other.cost, is_candidate, other.guess);
    }
    bool operator==(const Judged&) const = default;
};

// How much work is left. Work is counted in pairs of a guess and a candidate, so that small sets, late in a
// game, are searched more closely; but a guess counts at least `least` pairs, since each takes some time.
class Budget {
  public:
    Budget(const Climb& effort, std::uint64_t least, const Watch& watch)
        : left_(std::min(effort.evaluations, kMost) * kThousand),
          least_(least),
          seconds_(effort.seconds),
          start_(std::chrono::steady_clock::now()),
          watch_(watch) {}

    bool is_spent() const { return left_ == 0; }

    void spend(std::uint64_t guesses, std::uint64_t candidates) {
        const std::uint64_t pairs = guesses * std::max(candidates, least_);
        left_ -= std::min(left_, pairs);
        since_look_ += pairs;
        if (since_look_ < kBetweenLooks) return;
        since_look_ = 0;
        if (watch_ && !watch_(0, 0)) throw Interrupted{};
        const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start_;
        if (seconds_ > 0 && passed.count() > seconds_) left_ = 0;
    }

  private:
    static constexpr std::uint64_t kThousand = 1000, kBetweenLooks = 1'000'000;
    static constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max() / kThousand;
    std::uint64_t left_, least_, since_look_ = 0;
    double seconds_;
    std::chrono::steady_clock::time_point start_;
    const Watch& watch_;
};

// Judges guesses by how they split one set of candidates.
class Judge {
  public:
    Judge(const Variant& variant, Codes sample, bool complete)
        : variant_(variant),
          slots_(static_cast<std::size_t>(variant.slots())),
          costs_(variant, sample.count, complete),
          planes_(variant, sample) {}

    // Judges the guesses in order: all of them, or as many as the budget allows, but at least one chunk.
    std::vector<Judged> judge(const std::vector<Row>& guesses, Budget& budget) const {
        constexpr std::size_t kChunk = 256;  // limits the memory, and how often the budget is checked
        std::vector<Judged> judged;
        for (std::size_t first = 0; first < guesses.size(); first += kChunk) {
            const std::size_t count = std::min(kChunk, guesses.size() - first);
            judge_chunk(&guesses[first], count, judged);
            budget.spend(count, planes_.count());
            if (budget.is_spent()) break;
        }
        return judged;
    }

  private:
    void judge_chunk(const Row* guesses, std::size_t count, std::vector<Judged>& judged) const {
        Row flat;
        for (std::size_t g = 0; g < count; ++g) flat.insert(flat.end(), guesses[g].begin(), guesses[g].end());
        std::vector<std::uint32_t> sizes(count * slots_);
        partition_sizes(variant_, {flat.data(), count, variant_.pegs}, planes_, sizes.data());
        for (std::size_t g = 0; g < count; ++g) {
            const std::uint32_t* parts = sizes.data() + g * slots_;
            judged.push_back({costs_.of(parts, variant_.slots()), parts[slots_ - 1] > 0, guesses[g]});
        }
    }

    Variant variant_;
    std::size_t slots_;
    Costs costs_;
    Planes planes_;
};

// All codes that differ by one peg or by one exchange of two pegs.
std::vector<Row> neighbors(const Variant& variant, const Row& code) {
    std::vector<Row> out;
    std::vector<bool> used(static_cast<std::size_t>(variant.colors));
    for (const Color color : code) used[color] = true;
    Row next = code;
    for (std::size_t peg = 0; peg < code.size(); ++peg) {
        for (std::size_t color = 0; color < used.size(); ++color)
            if (color != code[peg] && (variant.repeats || !used[color])) {
                next[peg] = static_cast<Color>(color);
                out.push_back(next);
            }
        next[peg] = code[peg];
        for (std::size_t other = 0; other < peg; ++other)
            if (code[other] != code[peg]) {
                std::swap(next[peg], next[other]);
                out.push_back(next);
                std::swap(next[peg], next[other]);
            }
    }
    return out;
}

Row shaken(const Variant& variant, Row code, Source& source) {
    for (int times = 0; times < 3; ++times) {
        const std::vector<Row> near = neighbors(variant, code);
        if (near.empty()) break;
        code = near[source.below(near.size())];
    }
    return code;
}

// Moves to the best neighbor as long as that is an improvement.
Judged ascend(const Variant& variant, const Judge& judge, Judged at, Budget& budget) {
    while (!budget.is_spent()) {
        const std::vector<Row> near = neighbors(variant, at.guess);
        if (near.empty()) break;
        const std::vector<Judged> judged = judge.judge(near, budget);
        const Judged& best = *std::min_element(judged.begin(), judged.end());
        if (!(best < at)) break;
        at = best;
    }
    return at;
}

std::vector<Row> rows_of(Codes codes) {
    std::vector<Row> rows;
    for (std::size_t i = 0; i < codes.count; ++i) rows.emplace_back(codes[i], codes[i] + codes.pegs);
    return rows;
}

// Returns the best different guesses found, best first. It tries the candidates themselves, then climbs from
// the best of them, then from random changes to the best guess: `climbs` times, or until the budget is spent.
std::vector<Judged> best_guesses(const Variant& variant, Codes sample, bool complete, std::size_t count,
                                 std::size_t climbs, Source& source, Budget& budget) {
    constexpr std::size_t kMostJudged = 1000, kMostStarts = 6;
    const Judge judge(variant, sample, complete);
    std::vector<Judged> found =
        judge.judge(rows_of({sample.rows, std::min(sample.count, kMostJudged), sample.pegs}), budget);
    std::sort(found.begin(), found.end());
    const std::size_t starts = std::min({found.size(), (climbs + 1) / 2, kMostStarts});
    for (std::size_t climb = 0; climb < climbs && !budget.is_spent(); ++climb) {
        if (climb < starts) {
            found.push_back(ascend(variant, judge, found[climb], budget));
        } else {
            const Judged& best = *std::min_element(found.begin(), found.end());
            const Row start = shaken(variant, best.guess, source);
            found.push_back(ascend(variant, judge, judge.judge({start}, budget)[0], budget));
        }
    }
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    found.resize(std::min(found.size(), count));
    return found;
}

// The rest of the game once all candidates are known and few: the least total over the most promising
// guesses, and in each of their parts again over the most promising ones. Not a proof, but close to the
// optimum.
class Endgame {
  public:
    Endgame(const Variant& variant, Source& source, Budget& budget)
        : variant_(variant), source_(source), budget_(budget) {}

    struct Best {
        Cost total;
        Row guess;
    };

    // Returns the least total found, or a number not below `limit` as soon as it can't be less.
    Best best(const std::vector<Row>& set, Cost limit) {
        const Cost n = static_cast<Cost>(set.size());
        if (n <= 2) return {(2 * n - 1) * kOne, set[0]};
        if (const Row* splitter = splits_all(set)) return {(2 * n - 1) * kOne, *splitter};
        Best best{limit, set[0]};
        if (2 * n * kOne >= limit) return best;
        Row flat;
        for (const Row& code : set) flat.insert(flat.end(), code.begin(), code.end());
        const std::vector<Judged> guesses =
            best_guesses(variant_, {flat.data(), set.size(), variant_.pegs}, true, width(set.size()),
                         climbs(set.size()), source_, budget_);
        for (const Judged& judged : guesses) {
            const Cost total = total_of(judged.guess, set, best.total);
            if (total < best.total) best = {total, judged.guess};
            if (best.total <= 2 * n * kOne) break;  // only a candidate that tells all apart is better
            if (budget_.is_spent()) break;          // from here on the first guess is taken without a search
        }
        return best;
    }

  private:
    static std::size_t width(std::size_t size) { return size <= 40 ? 16 : 12; }
    static std::size_t climbs(std::size_t size) { return size <= 8 ? 6 : 16; }

    Cost total_of(const Row& guess, const std::vector<Row>& set, Cost limit) {
        std::map<Ordinal, std::vector<Row>> parts;
        for (const Row& code : set) parts[score(guess, code)].push_back(code);
        if (parts.size() == 1 && parts.begin()->first != variant_.win()) return limit;  // tells nothing
        Cost total = static_cast<Cost>(set.size()) * kOne;
        parts.erase(variant_.win());
        for (const auto& [answer, part] : parts) total += (2 * static_cast<Cost>(part.size()) - 1) * kOne;
        for (const auto& [answer, part] : parts) {
            if (total >= limit) return limit;
            const Cost least = (2 * static_cast<Cost>(part.size()) - 1) * kOne;
            total += best(part, limit - total + least).total - least;
        }
        return total;
    }

    const Row* splits_all(const std::vector<Row>& set) {
        if (set.size() > static_cast<std::size_t>(variant_.slots())) return nullptr;
        std::vector<Ordinal> answers(set.size());
        for (const Row& guess : set) {
            for (std::size_t i = 0; i < set.size(); ++i) answers[i] = score(guess, set[i]);
            std::sort(answers.begin(), answers.end());
            if (std::adjacent_find(answers.begin(), answers.end()) == answers.end()) return &guess;
        }
        return nullptr;
    }

    Ordinal score(const Row& a, const Row& b) {
        std::array<std::int16_t, kMaxColors> balance{};
        int blacks = 0, off = 0;
        for (std::size_t peg = 0; peg < a.size(); ++peg) {
            blacks += a[peg] == b[peg];
            ++balance[a[peg]];
            --balance[b[peg]];
        }
        for (int color = 0; color < variant_.colors; ++color)
            off += std::max<int>(balance[static_cast<std::size_t>(color)], 0);
        return static_cast<Ordinal>(ordinal(blacks, variant_.pegs - off));
    }

    Variant variant_;
    Source& source_;
    Budget& budget_;
};

}  // namespace

std::vector<Color> climb(const Variant& variant, Codes sample, bool complete, const Climb& effort,
                         const Watch& watch) {
    constexpr std::size_t kEndgame = 1000;  // candidates; up to this many, the game is played out
    constexpr std::size_t kNoLimit = std::numeric_limits<std::size_t>::max();
    Source source(effort.seed);
    if (complete && sample.count <= kEndgame) {
        Budget budget(effort, static_cast<std::uint64_t>(std::max(variant.slots(), 50)), watch);
        return Endgame(variant, source, budget)
            .best(rows_of(sample), std::numeric_limits<Cost>::max() / 2)
            .guess;
    }
    Budget budget(effort, 1000, watch);
    return best_guesses(variant, sample, complete, 1, kNoLimit / 2, source, budget)[0].guess;
}

}  // namespace keypeg
