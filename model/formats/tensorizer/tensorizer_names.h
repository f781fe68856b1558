#pragma once

#include "core/name_hash.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace loupe::tensorizer {

/// One key of a path through dictionaries and lists: a text, or a list index in digits.
struct TensorizerKey {
    std::string text;
    bool isIndex = false;
};

/// A tensor's name. A plain name is UTF-8 and has a single key. A structured name is a byte 1E and a JSON array of
/// texts and numbers. It has several keys, shown with dots between them.
struct TensorizerName {
    std::vector<TensorizerKey> keys;
    std::string shown; ///< UTF-8
    bool isStructured = false;
    std::string_view problem; ///< continues "the name …"; empty if there is none
    std::string_view refusedAs; ///< the reference's error
};

/// Parses a name from the file. It must not be empty.
TensorizerName tensorizerName(std::string_view bytes);

/// The names of one file, which the reference puts into a tree of dictionaries, whose keys are texts, and lists, whose
/// keys are numbers.
class TensorizerNameTree {
public:
    /// Adds a name. Returns the conflict that prevents this, such as "has a duplicate name"; empty if there is none.
    /// May throw std::bad_alloc.
    std::string_view add(const TensorizerName& name);

private:
    enum class Keys : std::uint8_t { None, Texts, Indices };
    struct Node {
        Keys keys = Keys::None; ///< the kind of the children's keys
        bool isTensor = false;
    };

    std::vector<Node> m_nodes{Node{}};
    NameMap<std::string, std::uint32_t> m_places; ///< parent's number and key -> node
};

} // namespace loupe::tensorizer
