#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// What the names of tensors have in common, in words: "self_attn of layers 12–20". Memory does not depend on how many
/// there are.
class CommonPlace {
public:
    void add(std::string_view name);

    std::uint64_t count() const { return m_count; }
    /// "self_attn of layers 12–20", "layers 3, 5 and 9", "vision_model.encoder"; the whole name of a single tensor.
    /// Empty where they have nothing in common.
    std::string text() const;

private:
    /// Parts that all have, from the first one on. Nothing before the first name.
    struct Prefix {
        std::optional<std::vector<std::string>> parts;
        void cutTo(const std::vector<std::string_view>& other, std::size_t begin, std::size_t end);
        std::string text() const;
    };
    static constexpr std::size_t mostLayers = 4096;

    std::string layersText() const;

    std::uint64_t m_count = 0;
    std::string m_first; ///< name
    Prefix m_path; ///< of whole names, their last part aside
    std::string m_stack; ///< what stands before the layer's number: an encoder's layers are not a decoder's
    Prefix m_role; ///< what follows it, the last part aside
    std::set<std::uint64_t> m_layers;
    bool m_inLayers = true; ///< all are in layers of one stack, of which there are no more than mostLayers
};

} // namespace loupe
