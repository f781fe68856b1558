#include "analysis/rearrangement/swapped_recipe.h"

#include "core/text/json_cursor.h"

#include <array>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace loupe {

namespace {

using KeyPair = std::pair<std::string_view, std::string_view>;

/// The text of a key with its colon, and the key to write instead.
struct NewKey {
    std::size_t begin = 0;
    std::size_t end = 0;
    std::string_view key;
};

constexpr std::array<KeyPair, 2> sideKeys{{{"a", "b"}, {"b", "a"}}};
constexpr std::array<KeyPair, 2> ignoreKeys{{{"ignore_a", "ignore_b"}, {"ignore_b", "ignore_a"}}};

void exchange(
    const JsonCursor& cursor, std::string_view key, std::span<const KeyPair> exchanged, std::vector<NewKey>& keys)
{
    for (const auto& [from, to] : exchanged) {
        if (key == from)
            keys.push_back({cursor.tokenOffset(), cursor.offset(), to});
    }
}

} // namespace

std::string swappedRecipe(std::string_view json)
{
    JsonCursor cursor(json);
    std::vector<NewKey> keys;
    std::string_view key;
    bool isRead = cursor.enterObject();
    while (isRead && cursor.nextKey(key)) {
        exchange(cursor, key, ignoreKeys, keys);
        if (key != "rules") {
            isRead = cursor.skipValue();
            continue;
        }
        isRead = cursor.readElements([&] {
            if (!cursor.enterObject())
                return false;
            std::string_view side;
            while (cursor.nextKey(side)) {
                exchange(cursor, side, sideKeys, keys);
                cursor.skipValue();
            }
            return true;
        });
    }
    if (!isRead || cursor.failed())
        return std::string(json);
    std::string swapped;
    std::size_t done = 0;
    for (const NewKey& one : keys) {
        swapped.append(json.substr(done, one.begin - done)).append(1, '"').append(one.key).append("\":");
        done = one.end;
    }
    return swapped.append(json.substr(done));
}

} // namespace loupe
