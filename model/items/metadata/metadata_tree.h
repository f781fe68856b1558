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

/// Metadata with the JSON values expanded: members in file order, including duplicate keys; numbers as written. Node 0
/// is the root; its children are the keys of the file. Keys to be added come last; keys to be removed keep their
/// places.
struct MetadataTree {
    struct Node {
        QString key; ///< member name, or "[3]" in an array
        QString value; ///< for display; for a nested object or array, its size in words
        QString meaning = {}; ///< the meaning of a number, such as "MOSTLY_Q8_0"; else empty
        std::uint32_t parent = 0;
        std::uint32_t row = 0;
        std::uint32_t firstChild = 0; ///< children are nodes [firstChild, firstChild + childCount)
        std::uint32_t childCount = 0;
    };

    /// Limits for expanding values. Longer values, and all values beyond this many nodes or levels, are shown as text,
    /// as nobody reads them as a tree.
    static constexpr std::size_t maximumJsonBytes = std::size_t{4} << 20;
    static constexpr std::size_t maximumNodes = 200'000;
    static constexpr unsigned maximumDepth = 32;
    /// How many elements are read of an array that is stored in its file.
    static constexpr std::uint64_t maximumElements = 10'000;
    /// Longer arrays in files are not read.
    static constexpr std::uint64_t maximumStoredBytes = std::uint64_t{64} << 20;

    std::vector<Node> nodes = std::vector<Node>(1);

    /// A top-level key.
    struct Key {
        std::string name; ///< exact bytes
        std::uint32_t row = 0; ///< among all keys: those of the file, then new ones
        std::string_view type = {}; ///< the format's name for the type; empty if there is none
        bool isWhole = true; ///< false if only the beginning of the value is shown
        std::optional<ChangeKind> change; ///< the pending edit
        std::optional<std::string> before; ///< the value in the file, if a pending edit changes it
    };
    std::vector<Key> keys;
    std::vector<std::uint32_t> byName; ///< indexes into `keys`, sorted by name
    std::vector<std::uint32_t> matches = {}; ///< in a filtered tree: the nodes that match themselves, in row order

    /// The index of a key in `keys`; nullopt if there is none.
    std::optional<std::uint32_t> find(const std::string& key) const;
    /// Fills `byName`.
    void sortKeys();
    /// Element `number` of an array whose elements have `names`.
    static Node element(std::uint64_t number, QString value, NumberNames names);

    /// Empty if there is no checkpoint.
    static MetadataTree unfold(const StagedEdits& edits, const Work& work);

private:
    /// Adds the meanings of numbers to a value, or to the elements of an array.
    void nameNumbers(std::uint32_t node, NumberNames names);
};

} // namespace loupe
