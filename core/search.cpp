#include "search.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace keypeg {

namespace {

// What is left of every turn's feedback while pegs are placed, sixteen turns side by side: how many blacks
// and how many matches (blacks + whites) the remaining pegs must add. Placing a peg subtracts what it adds; a
// code is a candidate if all numbers are zero at its end, and a prefix is hopeless as soon as one is negative
// or larger than the number of remaining pegs.
struct Slack {
    static constexpr std::size_t kLanes = 16;
    std::array<std::int8_t, kLanes> blacks, matches;
};

class Search {
  public:
    Search(const Variant& variant, const Turns& turns)
        : variant_(variant),
          pegs_(static_cast<std::size_t>(variant.pegs)),
          colors_(static_cast<std::size_t>(variant.colors)),
          groups_(std::max<std::size_t>(1, (turns.guesses.count + Slack::kLanes - 1) / Slack::kLanes)),
          slack_((pegs_ + 1) * groups_),
          black_step_(pegs_ * colors_ * groups_),
          match_step_(colors_ * pegs_ * groups_),
          used_(colors_, 0),
          code_(pegs_, 0) {
        for (std::size_t t = 0; t < turns.guesses.count; ++t) {
            const std::size_t group = t / Slack::kLanes, lane = t % Slack::kLanes;
            slack_[group].blacks[lane] = static_cast<std::int8_t>(turns.blacks[t]);
            slack_[group].matches[lane] = static_cast<std::int8_t>(turns.totals[t]);
            std::vector<std::size_t> times(colors_, 0);
            for (std::size_t peg = 0; peg < pegs_; ++peg) {
                const std::size_t color = turns.guesses[t][peg];
                black_step_[(peg * colors_ + color) * groups_ + group].blacks[lane] = 1;
                match_step_[(color * pegs_ + times[color]++) * groups_ + group].matches[lane] = 1;
            }
        }
    }

    const std::vector<Color>& code() const { return code_; }
    std::size_t colors() const { return colors_; }
    std::size_t pegs() const { return pegs_; }

    // Places a color at the peg and returns whether a candidate may still follow. If so, it must be taken
    // back later.
    bool place(std::size_t peg, std::size_t color) {
        if (!variant_.repeats && used_[color] != 0) return false;
        const auto most = static_cast<std::int8_t>(pegs_ - peg - 1);
        const Slack* before = &slack_[peg * groups_];
        Slack* after = &slack_[(peg + 1) * groups_];
        const Slack* black = &black_step_[(peg * colors_ + color) * groups_];
        const Slack* match = &match_step_[(color * pegs_ + used_[color]) * groups_];
        for (std::size_t g = 0; g < groups_; ++g) {
            int bad = 0;
            for (std::size_t i = 0; i < Slack::kLanes; ++i) {
                const auto blacks = static_cast<std::int8_t>(before[g].blacks[i] - black[g].blacks[i]);
                const auto matches = static_cast<std::int8_t>(before[g].matches[i] - match[g].matches[i]);
                after[g].blacks[i] = blacks;
                after[g].matches[i] = matches;
                bad |= (blacks < 0) | (blacks > most) | (matches < 0) | (matches > most);
            }
            if (bad) return false;
        }
        ++used_[color];
        code_[peg] = static_cast<Color>(color);
        return true;
    }

    void take_back(std::size_t peg) { --used_[code_[peg]]; }

  private:
    Variant variant_;
    std::size_t pegs_, colors_, groups_;
    std::vector<Slack> slack_;  // what is left before each peg
    std::vector<Slack> black_step_,
        match_step_;  // what a peg adds, by (peg, color) and by (color, times before)
    std::vector<std::size_t> used_;
    std::vector<Color> code_;
};

}  // namespace

Found find_candidates(const Variant& variant, const Turns& turns, const Color* after, SearchLimits limits,
                      bool keep, const Watch& watch) {
    constexpr std::uint64_t kNodesBetweenLooks = 1 << 20;
    Search search(variant, turns);
    Found found;
    std::uint64_t nodes = 0;
    const std::size_t pegs = search.pegs(), colors = search.colors();
    // `on_path`: the pegs so far are those of `after`, so smaller colors have been dealt with.
    auto descend = [&](auto&& self, std::size_t peg, bool on_path) -> bool {
        if (peg == pegs) {
            if (on_path) return true;
            ++found.count;
            if (keep) found.rows.insert(found.rows.end(), search.code().begin(), search.code().end());
            return found.count < limits.candidates;
        }
        for (std::size_t color = on_path ? after[peg] : 0; color < colors; ++color) {
            if (++nodes > limits.nodes) return false;
            if (nodes % kNodesBetweenLooks == 0 && watch && !watch(0, 0)) throw Interrupted{};
            if (!search.place(peg, color)) continue;
            const bool go_on = self(self, peg + 1, on_path && color == after[peg]);
            search.take_back(peg);
            if (!go_on) return false;
        }
        return true;
    };
    found.complete = limits.candidates > 0 && descend(descend, 0, after != nullptr);
    return found;
}

}  // namespace keypeg
