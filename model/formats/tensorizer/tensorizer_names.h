#pragma once

#include "core/name_hash.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace loupe::tensorizer {

/// One key of a path through dictionaries and lists: a text, or the index of a list in digits.
struct TensorizerKey {
    std::string text;
    bool isIndex = false;
};

/// A tensor's name. Plain ones are UTF-8 and one key; structured ones, a byte 1E and a JSON array of texts and numbers,
/// have several, shown with dots between them.
struct TensorizerName {
    std::vector<TensorizerKey> keys;
    std::string shown; ///< UTF-8
    bool isStructured = false;
    std::string_view problem; ///< continues "the name …"; empty where there is none
    std::string_view refusedAs; ///< the reference's error
};

/// Of a name as it stands in the file, which is not empty.
TensorizerName tensorizerName(std::string_view bytes);

/// The names of one file, which the reference puts into a tree: of dictionaries, where keys are texts, and lists, where
/// they are numbers.
class TensorizerNameTree {
public:
    /// What keeps the name from its place, as "is there twice"; empty where nothing does. May throw std::bad_alloc.
    std::string_view add(const TensorizerName& name);

private:
    enum class Keys : std::uint8_t { None, Texts, Indices };
    struct Node {
        Keys keys = Keys::None; ///< of what is below
        bool isTensor = false;
    };

    std::vector<Node> m_nodes{Node{}};
    NameMap<std::string, std::uint32_t> m_places; ///< number of the node above and key -> node
};

} // namespace loupe::tensorizer
