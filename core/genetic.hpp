// The evolutionary search for candidates (Berghman, Goossens and Leus 2009): a population of codes is crossed
// and randomly changed for some generations, and every candidate that turns up on the way is kept.
#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "codes.hpp"
#include "dispatch.hpp"
#include "search.hpp"

namespace keypeg {

// How often each operator acts on a child, from 0 to 1.
struct Rates {
    double one_point;    // crossover at one point; otherwise it is at two
    double mutation;     // a random peg gets a random color
    double permutation;  // two pegs exchange their colors
    double inversion;    // the pegs between two places are reversed
};

// Makes random codes. The same seed gives the same codes on every machine.
//
// Without repeats every code stays legal: in a crossover the father's part stays, and those pegs of the
// mother whose color is now there twice get, in order, the colors that it displaced; a mutation to a color
// that the code already has exchanges the two pegs.
class Breeder {
  public:
    Breeder(const Variant& variant, const Rates& rates, std::uint64_t seed);

    void any_code(Color* out);
    void child(const Color* mother, const Color* father, Color* out);
    std::uint64_t below(std::uint64_t bound);  // a number from 0 to bound - 1

  private:
    bool happens(double rate);
    void cross(const Color* mother, const Color* father, Color* out);
    void repair(const Color* mother, std::size_t begin, std::size_t end, Color* out);
    void mutate(Color* code);

    Variant variant_;
    Rates rates_;
    std::size_t pegs_, colors_;
    std::mt19937_64 random_;
    std::vector<Color> palette_;
    std::vector<std::uint8_t> used_;
};

// How far a code is from being a candidate.
class Misfits {
  public:
    struct Off {
        int blacks;  // the sum, over all turns, of how many blacks its feedback is off
        int whites;
    };

    Misfits(const Variant& variant, const Turns& turns);

    Off operator()(const Color* code);

  private:
    static constexpr std::size_t kLanes = 16;  // turns side by side

    std::size_t pegs_, colors_, lanes_;
    std::vector<std::uint8_t> blacks_, whites_;          // the feedback
    std::vector<std::uint8_t> black_step_, match_step_;  // by (peg, color) and by (color, times before)
    std::vector<std::uint8_t> seen_;                     // how often each color has come so far
};

struct Evolution {
    std::size_t population;
    std::size_t generations;  // of one population
    std::size_t eligible;     // the evolution ends with the generation that exceeds this many candidates
    std::size_t harvest;      // a population ends with the generation that reaches this many
    std::size_t populations;  // the most, one after the other, each from random codes
    std::size_t patience;     // once some are found, it ends after this many populations without a new one
    double black_weight;      // the weight of a black too many or too few; that of a white is 1
    Rates rates;
};

struct Evolved {
    std::vector<Color> eligible;  // the candidates in the order found, each once
    std::vector<Color> nearest;   // if there are none: of the codes seen, the first that came nearest
};

// Evolves populations until enough candidates are found, see Evolution. The nearest code is never an earlier
// guess; it is empty only if every code seen was one.
//
// In each generation the codes are paired at random, and each pair has two children. A child that is already
// in the population is replaced by a random code. Each child takes the place of the more similar parent if it
// is no further from being a candidate (deterministic crowding): this keeps the population spread out, and
// the candidates it finds representative of all.
Evolved evolve(const Variant& variant, const Turns& turns, const Evolution& settings, std::uint64_t seed,
               const Watch& watch);

}  // namespace keypeg
