#include "sets.hpp"

#include <bit>
#include <cmath>
#include <map>
#include <random>
#include <string>

namespace keypeg {

namespace {

std::vector<PlaneIndex> selected_by(const Planes& planes, const Codes& codes) {
    const auto width = static_cast<std::size_t>(2 * codes.pegs);
    std::vector<PlaneIndex> selected(codes.count * width);
    for (std::size_t code = 0; code < codes.count; ++code)
        planes.planes_of(codes[code], selected.data() + code * width);
    return selected;
}

}  // namespace

CodesByColors::CodesByColors(const Variant& variant, const Codes& all, const PlaneIndex* selected) {
    std::map<std::string, std::vector<Member>> by_colors;
    for (std::size_t code = 0; code < all.count; ++code) {
        std::string colors(all[code], all[code] + all.pegs);
        std::sort(colors.begin(), colors.end());
        by_colors[colors].push_back(static_cast<Member>(code));
    }
    std::vector<std::vector<Member>> by_size;  // so that more of them share a word
    for (auto& [colors, members] : by_colors) by_size.push_back(std::move(members));
    std::stable_sort(by_size.begin(), by_size.end(),
                     [](const auto& a, const auto& b) { return a.size() < b.size(); });
    const auto fill_word = [&] {
        while (lanes.size() % 64 != 0) lanes.push_back(lanes.back());
    };
    std::vector<Member> firsts;
    for (const auto& members : by_size) {
        if (lanes.size() % 64 + members.size() > 64) fill_word();
        const std::size_t word = lanes.size() / 64;
        lanes.insert(lanes.end(), members.begin(), members.end());
        kinds.push_back(
            {static_cast<std::uint16_t>(word), static_cast<std::uint16_t>((lanes.size() + 63) / 64)});
        firsts.push_back(members.front());
    }
    fill_word();
    planes_of_kinds = std::make_unique<const Planes>(variant, selected, firsts.data(), firsts.size());

    plane_count = static_cast<std::size_t>(variant.colors * 2 * variant.pegs);
    planes_.resize(words() * plane_count);
    const auto width = static_cast<std::size_t>(2 * variant.pegs);
    for (std::size_t lane = 0; lane < lanes.size(); ++lane)
        for (std::size_t k = 0; k < width; ++k)
            planes_[lane / 64 * plane_count + selected[lanes[lane] * width + k]] |= std::uint64_t{1}
                                                                                    << (lane % 64);
}

ExactTables::ExactTables(const Variant& v)
    : variant(v),
      rows(all_codes(v)),
      codes{rows.data(), rows.size() / static_cast<std::size_t>(v.pegs), v.pegs},
      packed(v, codes),
      planes(v, codes),
      selected(selected_by(planes, codes)),
      by_colors(v, codes, selected.data()),
      keys(codes.count),
      colors(codes.count, 0),
      slots(v.slots()),
      win(v.win()),
      branches(std::max(v.slots() - (v.pegs > 1) - 1, 1)),
      width(static_cast<std::size_t>(2 * v.pegs)),
      words((codes.count + 63) / 64) {
    // Fixed, so that a checkpoint can be read back, and different for each variant, so that a checkpoint of
    // another variant can't.
    std::mt19937_64 random(scramble(20240229) ^ scramble(static_cast<std::uint64_t>(
                                                    v.pegs * 100'000 + v.colors * 10 + (v.repeats ? 1 : 0))));
    for (std::size_t code = 0; code < codes.count; ++code) {
        keys[code] = {random(), static_cast<std::uint8_t>(random())};
        for (int peg = 0; peg < v.pegs; ++peg)
            colors[code] |= std::uint64_t{1} << std::min<int>(codes[code][peg], 63);
    }
    // The best tree that the number of parts allows: one code at the first guess, then one for each part, and
    // so on.
    for (int most = 0; most <= branches; ++most) {
        std::array<int, kNoLimit + 1> capacity{};
        for (std::size_t turns = 1; turns < kNoLimit; ++turns)
            capacity[turns] = std::min(1 + most * capacity[turns - 1], 1 << 20);
        capacity[kNoLimit] = 1 << 20;
        capacities_.push_back(capacity);
        std::size_t level = 1, left = 1;
        int turn = 1, floor = 0;
        for (std::size_t size = 0; size <= codes.count; ++size, --left) {
            floors_.push_back(std::min(floor, kNoTotal));
            if (left == 0) {
                level = std::max<std::size_t>(level * static_cast<std::size_t>(most), 1);
                left = level;
                ++turn;
            }
            floor = std::min(floor + turn, kNoTotal);
        }
    }
    estimate.resize(codes.count + 1);
    for (std::size_t size = 1; size <= codes.count; ++size) {
        const double n = static_cast<double>(size);
        estimate[size] =
            static_cast<float>(size <= 10 ? 2 * n - 1 + 0.02 * n * n : n * (2.1 + 0.32 * std::log2(n / 10)));
    }
}

std::uint16_t ExactTables::index_of(const Color* row) const {
    int index = 0, choices = variant.colors;
    for (int peg = 0; peg < variant.pegs; ++peg) {
        int digit = row[peg];
        if (!variant.repeats) {
            for (int before = 0; before < peg; ++before) digit -= row[before] < row[peg];
            choices = variant.colors - peg;
        }
        index = index * choices + digit;
    }
    return static_cast<std::uint16_t>(index);
}

Part ExactTables::part_of(const std::vector<Member>& members) const {
    Part part{members.data(), static_cast<int>(members.size()), {}};
    for (const Member member : members) part.key = part.key ^ keys[member];
    return part;
}

std::vector<std::uint64_t> ExactTables::every_code() const {
    std::vector<std::uint64_t> mask(words, 0);
    for (std::size_t code = 0; code < codes.count; ++code) mask[code / 64] |= std::uint64_t{1} << (code % 64);
    return mask;
}

Planes ExactTables::planes_with(const Part& set) const {
    return {variant, selected.data(), set.members, static_cast<std::size_t>(set.size)};
}

std::uint64_t* Split::begin(const Part& set, int slots) {
    from_ = set.members;
    chunks_ = (static_cast<std::size_t>(set.size) + kFew - 1) / kFew;
    slots_ = static_cast<std::size_t>(slots);
    masks_.resize(chunks_ * slots_);
    members_.resize(static_cast<std::size_t>(set.size));
    return masks_.data();
}

// Puts the parts in order of their sizes.
void Split::sort(const int* sizes, int win) {
    count = 0;
    for (int slot = 0; slot < win; ++slot)
        if (sizes[slot] != 0) slot_[count++] = static_cast<std::size_t>(slot);
    std::sort(slot_, slot_ + count, [&](std::size_t a, std::size_t b) { return sizes[a] < sizes[b]; });
    const Member* place = members_.data();
    for (int i = 0; i < count; ++i) {
        parts[i] = {place, sizes[slot_[i]], {}};
        place += parts[i].size;
    }
}

void Split::list(const ExactTables& tables, int i) {
    Part& part = parts[i];
    Member* place = members_.data() + (part.members - members_.data());
    part.key = {};
    for (std::size_t chunk = 0; chunk < chunks_; ++chunk)
        for (std::uint64_t mask = masks_[chunk * slots_ + slot_[i]]; mask != 0; mask &= mask - 1) {
            *place = from_[chunk * kFew + static_cast<std::size_t>(std::countr_zero(mask))];
            part.key = part.key ^ tables.keys[*place++];
        }
}

ChunkedSet::ChunkedSet(const ExactTables& tables, const Part& set)
    : tables_(tables),
      set_(set),
      chunks_((static_cast<std::size_t>(set.size) + kFew - 1) / kFew),
      stride_(static_cast<std::size_t>(2 * tables.variant.pegs * tables.variant.colors)),
      planes_(chunks_ * stride_) {
    for (int i = 0; i < set.size; ++i)
        for (std::size_t k = 0; k < tables.width; ++k)
            planes_[static_cast<std::size_t>(i / kFew) * stride_ + tables.planes_of(set.members[i])[k]] |=
                std::uint64_t{1} << (i % kFew);
}

void ChunkedSet::split(std::uint16_t guess, Split& out) const {
    std::uint64_t* masks = out.begin(set_, tables_.slots);
    int sizes[kMostSlots] = {};
    for (std::size_t chunk = 0; chunk < chunks_; ++chunk, masks += tables_.slots) {
        const int left = set_.size - static_cast<int>(chunk) * kFew;
        const std::uint64_t all = ~std::uint64_t{0} >> (left < kFew ? kFew - left : 0);
        std::uint8_t few[kMostSlots];
        kernels().split_small(tables_.variant.pegs, planes_.data() + chunk * stride_,
                              tables_.planes_of(guess), all, masks, few);
        for (int slot = 0; slot < tables_.slots; ++slot) sizes[slot] += few[slot];
    }
    out.sort(sizes, tables_.win);
}

}  // namespace keypeg
