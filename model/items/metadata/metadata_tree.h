#pragma once

#include "core/work.h"
#include "saving/recipe/staged_edits.h"

#include <QString>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// Metadata with the JSON in its values unfolded: members in the order of the file, duplicate keys included, numbers as
/// they are written. Node 0 is the root, above the keys of the file. Keys that are staged to be new come last; those
/// that are to go stay in their places.
struct MetadataTree {
    struct Node {
        QString key; ///< member name, or "[3]" in an array
        QString value; ///< as people read it; for a nested object or array, its size in words
        QString meaning = {}; ///< what a number stands for, "MOSTLY_Q8_0"; else empty
        std::uint32_t parent = 0;
        std::uint32_t row = 0;
        std::uint32_t firstChild = 0; ///< children are nodes [firstChild, firstChild + childCount)
        std::uint32_t childCount = 0;
    };

    /// Longer values stay as they are, and so do all after this many nodes or below this many levels: nobody reads them
    /// as a tree.
    static constexpr std::size_t maximumJsonBytes = std::size_t{4} << 20;
    static constexpr std::size_t maximumNodes = 200'000;
    static constexpr unsigned maximumDepth = 32;
    /// Elements that are read of an array that stays in its file.
    static constexpr std::uint64_t maximumElements = 10'000;
    /// In a file; none of a longer one.
    static constexpr std::uint64_t maximumStoredBytes = std::uint64_t{64} << 20;

    std::vector<Node> nodes = std::vector<Node>(1);

    /// A child of the root.
    struct Key {
        std::string name; ///< its very bytes
        std::uint32_t row = 0; ///< among all keys: those of the file, then new ones
        std::string_view type = {}; ///< as the format calls it; empty if it has none
        bool isWhole = true; ///< false if the value shown is only the beginning
        std::optional<ChangeKind> change; ///< what is staged about it
        std::optional<std::string> before; ///< the value in the file, where that is staged to be another
    };
    std::vector<Key> keys;
    std::vector<std::uint32_t> byName; ///< indexes into `keys`, ascending by name
    std::vector<std::uint32_t> matches = {}; ///< of a filtered tree: nodes that match themselves, in the order of rows

    /// The index of a key in `keys`; nothing if there is none.
    std::optional<std::uint32_t> find(const std::string& key) const;
    /// Makes `byName`.
    void sortKeys();
    /// Element `number` of an array whose elements have `names`.
    static Node element(std::uint64_t number, QString value, NumberNames names);

    /// Without a checkpoint, nothing.
    static MetadataTree unfold(const StagedEdits& edits, const Work& work);

private:
    /// Names the numbers of a value, or of the elements of an array.
    void nameNumbers(std::uint32_t node, NumberNames names);
};

} // namespace loupe
