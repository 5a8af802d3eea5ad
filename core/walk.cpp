#include "walk.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <numeric>
#include <string>
#include <unordered_set>

#include "source.hpp"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace keypeg {

namespace {

constexpr std::size_t kLanes = 16;

// Numbers of all turns side by side: blacks in the first half of a row, matches in the second.
using Lanes [[gnu::vector_size(kLanes)]] = signed char;

// What a peg of a color, and one more peg of a color, add to the feedback of all turns.
class Answers {
  public:
    Answers(const Variant& variant, const Turns& turns)
        : repeats(variant.repeats),
          pegs(static_cast<std::size_t>(variant.pegs)),
          colors(static_cast<std::size_t>(variant.colors)),
          groups(std::max<std::size_t>(1, (turns.guesses.count + kLanes - 1) / kLanes)),
          wanted_(2 * groups),
          black_(pegs * colors * groups),
          match_(colors * (pegs + 1) * groups) {
        for (std::size_t t = 0; t < turns.guesses.count; ++t) {
            const std::size_t group = t / kLanes, lane = t % kLanes;
            wanted_[group][lane] = static_cast<signed char>(turns.blacks[t]);
            wanted_[groups + group][lane] = static_cast<signed char>(turns.totals[t]);
            std::vector<std::size_t> times(colors, 0);
            for (std::size_t peg = 0; peg < pegs; ++peg) {
                const std::size_t color = turns.guesses[t][peg];
                black_[(peg * colors + color) * groups + group][lane] = 1;
                match_[(color * (pegs + 1) + times[color]++) * groups + group][lane] = 1;
            }
        }
    }

    const Lanes* wanted() const { return wanted_.data(); }
    const Lanes* black(std::size_t peg, std::size_t color) const {
        return &black_[(peg * colors + color) * groups];
    }
    const Lanes* match(std::size_t color, std::size_t times_before) const {
        return &match_[(color * (pegs + 1) + times_before) * groups];
    }

    const bool repeats;
    const std::size_t pegs, colors, groups;

  private:
    std::vector<Lanes> wanted_, black_, match_;
};

// The sum of the absolute values, none of which exceeds 127.
inline int sum_of(Lanes off) {
    const Lanes sizes = off < 0 ? -off : off;
#ifdef __SSE2__
    const __m128i halves = _mm_sad_epu8(reinterpret_cast<__m128i>(sizes), __m128i{});
    return static_cast<int>(halves[0] + halves[1]);
#else
    int sum = 0;
    for (std::size_t lane = 0; lane < kLanes; ++lane) sum += sizes[lane];
    return sum;
#endif
}

// The chance of accepting a step that increases the distance by this much (the last: or more), in units of
// 2^-31.
using Chances = std::array<std::uint32_t, 128>;

Chances chances(double coldness) {
    Chances out;
    for (std::size_t away = 0; away < out.size(); ++away)
        out[away] = static_cast<std::uint32_t>(std::exp(-coldness * static_cast<double>(away)) * 0x1p31);
    return out;
}

class Walker {
  public:
    Walker(const Answers& answers, Source& source)
        : answers_(&answers), code_(answers.pegs), used_(answers.colors, 0), off_(2 * answers.groups) {
        if (answers.repeats) {
            for (auto& color : code_) color = static_cast<Color>(source.below(answers.colors));
        } else {
            std::vector<Color> all(answers.colors);
            std::iota(all.begin(), all.end(), Color{0});
            for (std::size_t peg = 0; peg < code_.size(); ++peg) {
                std::swap(all[peg], all[peg + source.below(all.size() - peg)]);
                code_[peg] = all[peg];
            }
        }
        measure();
    }

    const std::vector<Color>& code() const { return code_; }
    int distance() const { return distance_; }

    bool is_fresh = true;  // whether it has been warm since it was last drawn
    int visits = 0;        // how often it has been a candidate since then

    // Tries `count` steps: changing the color of a peg and exchanging two pegs by turns, or what a code
    // without repeats allows. Each step is as likely as its reverse.
    void steps(std::uint64_t count, Source& source, const Chances& chances) {
        const std::size_t pegs = answers_->pegs, colors = answers_->colors;
        const bool may_stay =
            colors <= 2;  // otherwise two colors would just alternate, and the walk would have a period
        for (std::uint64_t i = 0; i < count; ++i) {
            const std::uint64_t draw = source.next();
            const std::size_t peg = (draw & 0xFFFF) * pegs >> 16, second = draw >> 16 & 0xFFFF;
            const auto luck = static_cast<std::uint32_t>(draw >> 33);
            if (!answers_->repeats) {
                const std::size_t color = second * colors >> 16;
                if (used_[color] == 0)
                    change(peg, color, luck, chances);
                else
                    exchange(peg, place_of(color), luck, chances);
            } else if (i % 2 == 0) {
                const std::size_t other = second * (may_stay ? colors : colors - 1) >> 16;
                change(peg, may_stay ? other : other + (other >= code_[peg]), luck, chances);
            } else {
                exchange(peg, second * pegs >> 16, luck, chances);
            }
        }
    }

  private:
    void measure() {
        const Answers& a = *answers_;
        for (std::size_t g = 0; g < 2 * a.groups; ++g) off_[g] = Lanes{} - a.wanted()[g];
        for (std::size_t peg = 0; peg < a.pegs; ++peg) {
            const Lanes* black = a.black(peg, code_[peg]);
            const Lanes* match = a.match(code_[peg], used_[code_[peg]]++);
            for (std::size_t g = 0; g < a.groups; ++g) {
                off_[g] = off_[g] + black[g];
                off_[a.groups + g] = off_[a.groups + g] + match[g];
            }
        }
        int blacks_off = 0;
        for (std::size_t g = 0; g < a.groups; ++g) {
            blacks_off += sum_of(off_[g]);
            matches_off_ += sum_of(off_[a.groups + g]);
        }
        distance_ = blacks_off + matches_off_;
    }

    std::size_t place_of(std::size_t color) const {
        return static_cast<std::size_t>(std::find(code_.begin(), code_.end(), color) - code_.begin());
    }

    // Gives a peg another color, or the same one, which changes nothing.
    void change(std::size_t peg, std::size_t to, std::uint32_t luck, const Chances& chances) {
        const Answers& a = *answers_;
        const std::size_t from = code_[peg], groups = a.groups;
        const Lanes *black_from = a.black(peg, from), *black_to = a.black(peg, to);
        const Lanes *match_from = a.match(from, used_[from] - 1),
                    *match_to = a.match(to, used_[to] - (to == from));
        Lanes *blacks = off_.data(), *matches = blacks + groups;
        int blacks_off = 0, matches_off = 0;
        for (std::size_t g = 0; g < groups; ++g) {
            blacks_off += sum_of(blacks[g] - black_from[g] + black_to[g]);
            matches_off += sum_of(matches[g] - match_from[g] + match_to[g]);
        }
        if (!accept(blacks_off + matches_off, luck, chances)) return;
        for (std::size_t g = 0; g < groups; ++g) {
            blacks[g] += black_to[g] - black_from[g];
            matches[g] += match_to[g] - match_from[g];
        }
        matches_off_ = matches_off;
        code_[peg] = static_cast<Color>(to);
        --used_[from];
        ++used_[to];
    }

    // Exchanges two pegs; nothing changes if they are the same peg or have the same color.
    void exchange(std::size_t peg, std::size_t other, std::uint32_t luck, const Chances& chances) {
        const Answers& a = *answers_;
        const std::size_t first = code_[peg], second = code_[other], groups = a.groups;
        const Lanes *away = a.black(peg, first), *away_too = a.black(other, second);
        const Lanes *there = a.black(peg, second), *there_too = a.black(other, first);
        Lanes* blacks = off_.data();
        int distance = matches_off_;
        for (std::size_t g = 0; g < groups; ++g)
            distance += sum_of(blacks[g] - away[g] - away_too[g] + there[g] + there_too[g]);
        if (!accept(distance, luck, chances)) return;
        for (std::size_t g = 0; g < groups; ++g) blacks[g] += there[g] + there_too[g] - away[g] - away_too[g];
        std::swap(code_[peg], code_[other]);
    }

    bool accept(int distance, std::uint32_t luck, const Chances& chances) {
        const int away = std::clamp(distance - distance_, 0, static_cast<int>(chances.size()) - 1);
        if (luck >= chances[static_cast<std::size_t>(away)]) return false;
        distance_ = distance;
        return true;
    }

    const Answers* answers_;
    std::vector<Color> code_;
    std::vector<std::size_t> used_;
    std::vector<Lanes> off_;  // by how much the feedback is off
    int distance_ = 0, matches_off_ = 0;
};

struct Rung {
    double coldness;
    Chances chances;
    Walker walker;
};

class Ladder {
  public:
    Ladder(const Variant& variant, const Turns& turns, std::uint64_t seed)
        : answers_(variant, turns), source_(seed), sweep_(2 * answers_.pegs) {}

    Walked run(std::size_t count, std::uint64_t steps, double few, const Watch& watch);

  private:
    void build();
    void look(const Walker& walker);
    void draw(Walker& walker);
    std::size_t drawn() const { return walked_.rows.size() / answers_.pegs; }
    void exchange_neighbors();
    void estimate();
    bool are_few(double few);

    static constexpr double kColdest = 3;  // there, a step away by one is accepted one time in twenty
    static constexpr std::size_t kScouts = 16;
    static constexpr std::size_t kBlocks = 16;
    static constexpr std::size_t kRepeats = 12;
    static constexpr int kVisits = 8;

    Answers answers_;
    Source source_;
    std::uint64_t sweep_;  // steps between two looks
    std::vector<Rung> rungs_;
    std::vector<std::vector<double>> ratios_;  // by round: how the sum of the weights falls from rung to rung
    std::uint64_t steps_ = 0;
    std::unordered_set<std::string> seen_;
    Walked walked_;
};

// Scouts go down from the warmest rung together; the next rung is as much colder as their distances allow if
// neighbors are to change places often. A scout stays on each rung as its first walker.
void Ladder::build() {
    std::vector<Walker> scouts;
    for (std::size_t s = 0; s < kScouts; ++s) scouts.emplace_back(answers_, source_);
    double coldness = 0;
    while (true) {
        const Chances now = chances(coldness);
        double sum = 0, squares = 0;
        std::size_t fitting = 0;
        for (Walker& scout : scouts) {
            scout.steps(4 * sweep_, source_, now);
            steps_ += 4 * sweep_;
            look(scout);
            const double distance = scout.distance();
            sum += distance;
            squares += distance * distance;
            fitting += scout.distance() == 0;
        }
        rungs_.push_back({coldness, now, scouts[rungs_.size() % kScouts]});
        if (fitting * 2 >= kScouts || coldness >= kColdest) return;
        const double mean = sum / kScouts,
                     spread = std::sqrt(std::max(squares / kScouts - mean * mean, 0.25));
        coldness = std::min(coldness + 1.0 / spread, kColdest);
    }
}

void Ladder::look(const Walker& walker) {
    if (walked_.nearest.empty() || walker.distance() < walked_.distance) {
        walked_.nearest = walker.code();
        walked_.distance = walker.distance();
    }
}

// Draws a walker's code if it is a candidate, but only once between two visits to the warm half of the
// ladder, where the walker forgets where it was; and not at the first opportunity, since candidates that are
// easy to find would be drawn too often.
void Ladder::draw(Walker& walker) {
    if (walker.distance() != 0 || !walker.is_fresh) return;
    if (++walker.visits < kVisits) return;
    walker.is_fresh = false;
    walker.visits = 0;
    walked_.rows.insert(walked_.rows.end(), walker.code().begin(), walker.code().end());
    seen_.emplace(walker.code().begin(), walker.code().end());
    // If there were one more candidate, it would have been drawn by now, except for one time in e^kRepeats.
    walked_.exhausted = drawn() >= kRepeats * (seen_.size() + 1);
}

void Ladder::exchange_neighbors() {
    for (std::size_t r = 0; r + 1 < rungs_.size(); ++r) {
        Rung &warm = rungs_[r], &cold = rungs_[r + 1];
        const double gain =
            (cold.coldness - warm.coldness) * (cold.walker.distance() - warm.walker.distance());
        if (gain >= 0 || source_.unit() < std::exp(gain)) std::swap(warm.walker, cold.walker);
    }
}

// At b = 0 the sum of exp(-b distance) over all codes is their number. From one rung to the next it changes
// by the mean of exp(-(difference of b) distance) over the first rung's walker, and the candidates' share of
// the coldest rung's sum is the share of time that its walker spends on them. Blocks of rounds give the
// error; until the coldest rung has often had candidates there is none, and no reliable estimate.
void Ladder::estimate() {
    constexpr double kEnoughFits = 16;
    const std::size_t rounds = ratios_.size();
    double log_codes = 0;
    for (std::size_t peg = 0; peg < answers_.pegs; ++peg)
        log_codes += std::log(static_cast<double>(answers_.colors - (answers_.repeats ? 0 : peg)));
    auto log_count = [&](std::size_t from, std::size_t to) {
        double log_sum = log_codes;
        for (std::size_t r = 0; r < rungs_.size(); ++r) {
            double sum = 0, n = 0;
            for (std::size_t round = 0; round < rounds; ++round)
                if (round < from || round >= to) sum += ratios_[round][r], ++n;
            log_sum += std::log(std::max(sum, 1e-9) / n);
        }
        return log_sum;
    };
    walked_.log_count = log_count(0, 0);
    double fits = 0;
    for (const std::vector<double>& ratios : ratios_) fits += ratios.back();
    const std::size_t blocks = std::min(kBlocks, rounds);
    if (blocks < 2 || fits < kEnoughFits) return;
    double squares = 0;  // jackknife: each block left out once
    for (std::size_t b = 0; b < blocks; ++b) {
        const double gap = log_count(rounds * b / blocks, rounds * (b + 1) / blocks) - walked_.log_count;
        squares += gap * gap;
    }
    walked_.log_error = std::sqrt(squares * static_cast<double>(blocks - 1) / static_cast<double>(blocks));
}

// Returns whether there are probably no more than `few`; checked only now and then, since the estimate goes
// over all rounds.
bool Ladder::are_few(double few) {
    constexpr std::size_t kFirstLook = 256;
    if (few < 1 || ratios_.size() < kFirstLook || !std::has_single_bit(ratios_.size())) return false;
    estimate();
    return walked_.log_count + 2 * walked_.log_error < std::log(few);
}

Walked Ladder::run(std::size_t count, std::uint64_t steps, double few, const Watch& watch) {
    constexpr std::uint64_t kStepsBetweenLooks = 1 << 21;
    std::uint64_t next_watch = kStepsBetweenLooks;
    build();
    const std::uint64_t settle = steps_ * 2;  // rounds before this are not counted
    while (drawn() < count && !walked_.exhausted && steps_ < steps && !are_few(few)) {
        const bool settled = steps_ >= settle;
        std::vector<double> ratios;
        for (std::size_t r = 0; r < rungs_.size(); ++r) {
            Walker& walker = rungs_[r].walker;
            walker.steps(sweep_, source_, rungs_[r].chances);
            steps_ += sweep_;
            if (2 * r < rungs_.size()) walker.is_fresh = true;
            look(walker);
            if (settled && drawn() < count) draw(walker);
            const double colder = r + 1 < rungs_.size() ? rungs_[r + 1].coldness - rungs_[r].coldness : 0;
            ratios.push_back(r + 1 < rungs_.size() ? std::exp(-colder * walker.distance())
                                                   : static_cast<double>(walker.distance() == 0));
        }
        if (settled) ratios_.push_back(std::move(ratios));
        exchange_neighbors();
        if (steps_ >= next_watch) {
            next_watch = steps_ + kStepsBetweenLooks;
            if (watch && !watch(static_cast<std::size_t>(steps_), static_cast<std::size_t>(steps)))
                throw Interrupted{};
        }
    }
    if (!ratios_.empty() && walked_.distance == 0) estimate();
    return std::move(walked_);
}

}  // namespace

Walked walk_candidates(const Variant& variant, const Turns& turns, std::size_t count, std::uint64_t steps,
                       std::uint64_t seed, double few, const Watch& watch) {
    return Ladder(variant, turns, seed).run(count, steps, few, watch);
}

}  // namespace keypeg
