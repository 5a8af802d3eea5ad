#include "openings.hpp"

#include <algorithm>
#include <cmath>

namespace keypeg {

namespace {

// All that matters is how often each color occurs in the guess. Choose some pegs at which the code is to have
// the guess's color ("fixed" pegs); its other pegs are free. Take the colors one after another: one that
// occurs g times in the guess gets j of its g pegs fixed and t of the free ones, which adds min(g, j + t) to
// the total. This counts every code once for each choice of fixed pegs among its blacks; the number of codes
// with exactly b blacks follows by inclusion and exclusion.
class Openings {
  public:
    explicit Openings(const Variant& variant)
        : variant_(variant), side_(static_cast<std::size_t>(variant.pegs) + 1), mixes_(side_ * side_, 1) {
        for (std::size_t a = 1; a < side_; ++a) {
            for (std::size_t b = 1; b < side_; ++b) {
                mixes_[a * side_ + b] = mixes_[(a - 1) * side_ + b] + mixes_[a * side_ + b - 1];
            }
        }
        levels_.push_back(std::vector<double>(side_ * side_ * side_, 0));
        levels_[0][0] = 1;
    }

    // Writes how many codes give each feedback to a guess whose colors occur `counts` times.
    void split(const std::vector<std::size_t>& counts, double* out) {
        const auto same = static_cast<std::size_t>(
            std::mismatch(counts.begin(), counts.end(), counts_.begin(), counts_.end()).first -
            counts.begin());
        levels_.resize(same + 1);  // what this guess shares with the previous one is done
        std::size_t pegs = 0;
        for (std::size_t color = 0; color < counts.size(); ++color) {
            if (color >= same) levels_.push_back(with_color(levels_.back(), pegs, counts[color]));
            pegs += counts[color];
        }
        counts_ = counts;
        close(levels_.back(), out);
    }

  private:
    using Level = std::vector<double>;  // ways, by fixed pegs, total, and free pegs that have their color

    double choose(std::size_t n, std::size_t k) const { return mixes_[(n - k) * side_ + k]; }
    std::size_t at(std::size_t fixed, std::size_t total) const { return (fixed * side_ + total) * side_; }

    // Gives pegs of the code to a color that occurs `count` times in the guess; earlier ones have `pegs`
    // pegs.
    Level with_color(const Level& before, std::size_t pegs, std::size_t count) const {
        Level after(before.size(), 0);
        for (std::size_t fixed = 0; fixed <= pegs; ++fixed) {
            for (std::size_t total = fixed; total <= pegs; ++total) {
                const double* from = before.data() + at(fixed, total);
                for (std::size_t more = 0; more <= count; ++more) {
                    const std::size_t free_pegs = side_ - 1 - fixed - more;  // apart from all fixed ones
                    for (std::size_t got = 0; got <= free_pegs; ++got) {
                        double* to =
                            after.data() + at(fixed + more, total + std::min(count, more + got)) + got;
                        add_ways(from, free_pegs - got, got, choose(count, more), to);
                    }
                }
            }
        }
        return after;
    }

    // to[n] += ways * from[n] * (n + got choose got): which of the assigned free pegs are this color's.
    void add_ways(const double* from, std::size_t most, std::size_t got, double ways, double* to) const {
        const double* mixes = mixes_.data() + got * side_;
        for (std::size_t n = 0; n <= most; ++n) to[n] += ways * from[n] * mixes[n];
    }

    // Gives the remaining pegs to the colors that are not in the guess, and sorts the codes by their blacks.
    void close(const Level& level, double* out) const {
        const auto pegs = side_ - 1;
        const double others = variant_.colors - static_cast<double>(counts_.size());
        for (std::size_t total = 0; total <= pegs; ++total) {
            std::vector<double> choices(total + 1, 0);
            for (std::size_t fixed = 0; fixed <= total; ++fixed) {
                for (std::size_t got = 0; got <= pegs - fixed; ++got) {
                    const double left = std::pow(others, static_cast<double>(pegs - fixed - got));
                    choices[fixed] += level[at(fixed, total) + got] * choose(pegs - fixed, got) * left;
                }
            }
            for (std::size_t blacks = 0; blacks <= total; ++blacks) {
                double codes = 0;
                for (std::size_t fixed = blacks; fixed <= total; ++fixed) {
                    codes += ((fixed - blacks) % 2 ? -1 : 1) * choose(fixed, blacks) * choices[fixed];
                }
                out[ordinal(static_cast<int>(blacks), static_cast<int>(total))] = codes;
            }
        }
    }

    Variant variant_;
    std::size_t side_;
    std::vector<double> mixes_;        // (a + b choose a) at [a][b]
    std::vector<std::size_t> counts_;  // of the previous guess
    std::vector<Level> levels_;        // after each of its colors
};

}  // namespace

std::vector<double> opening_sizes(const Variant& variant, Codes guesses) {
    const auto slots = static_cast<std::size_t>(variant.slots());
    std::vector<double> out(guesses.count * slots);
    Openings openings(variant);
    for (std::size_t index = 0; index < guesses.count; ++index) {
        std::vector<std::size_t> counts(static_cast<std::size_t>(variant.colors), 0);
        for (int peg = 0; peg < variant.pegs; ++peg) ++counts[guesses[index][peg]];
        std::erase(counts, 0);
        openings.split(counts, out.data() + index * slots);
    }
    return out;
}

}  // namespace keypeg
