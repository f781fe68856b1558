#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// What the names of tensors have in common, in words: "self_attn of layers 12–20". Memory does not depend on how many
/// there are.
class CommonPlace {
public:
    /// Layers of one stack.
    struct Layers {
        std::string role; ///< "self_attn"; empty where they have none in common
        std::vector<std::string> ranges; ///< "3", "12–20"; empty where there are more than a text can name
        std::uint64_t count = 0;
        std::uint64_t first = 0;
        std::uint64_t last = 0;
    };

    void add(std::string_view name);

    std::uint64_t count() const { return m_count; }
    /// Where all are in layers of one stack, and there are several tensors.
    std::optional<Layers> layers() const;
    /// In English: "self_attn of layers 12–20", "layers 3, 5 and 9", "vision_model.encoder"; the whole name of a single
    /// tensor. Empty where they have nothing in common.
    std::string text() const;

private:
    /// The parts with which all begin, as the first name spells them.
    class Prefix {
    public:
        /// `parts` are neighbors in one name.
        void cutTo(std::span<const std::string_view> parts);
        const std::string& text() const { return m_text; }

    private:
        std::string_view part(std::size_t number) const;

        std::string m_text;
        std::vector<std::size_t> m_ends; ///< of the parts in m_text
        bool m_begun = false;
    };
    static constexpr std::size_t mostLayers = 4096;

    std::uint64_t m_count = 0;
    std::string m_first; ///< name
    Prefix m_path; ///< of whole names, their last part aside
    std::string m_stack; ///< what stands before the layer's number: an encoder's layers are not a decoder's
    Prefix m_role; ///< what follows it, the last part aside
    std::set<std::uint64_t> m_layers;
    bool m_inLayers = true; ///< all are in layers of one stack, of which there are no more than mostLayers
};

} // namespace loupe
