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
        std::string role; ///< "self_attn"; empty if they have none in common
        std::vector<std::string> ranges; ///< "3", "12–20"; empty if there are more than a text can name
        std::uint64_t count = 0;
        std::uint64_t first = 0;
        std::uint64_t last = 0;
    };

    void add(std::string_view name);

    std::uint64_t count() const { return m_count; }
    /// Where all are in layers of one stack, and there are several tensors.
    std::optional<Layers> layers() const;
    /// Most of them in layers of one stack, and a few others.
    struct Mostly {
        Layers layers;
        std::uint64_t count = 0; ///< in these
        std::vector<std::string> others; ///< names, in the order in which they came
    };
    /// Where that is so: the others are no more than mostOthers, and fewer than those in layers.
    std::optional<Mostly> mostly() const;
    /// In English: "self_attn of layers 12–20", "layers 3, 5 and 9", "vision_model.encoder"; the whole name of a single
    /// tensor. Empty if they have nothing in common.
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
    static constexpr std::size_t mostOthers = 3;

    bool addToLayers(std::string_view name, std::span<const std::string_view> groups);
    Layers layersThere() const;

    std::uint64_t m_count = 0;
    std::string m_first; ///< name
    Prefix m_path; ///< of whole names, their last part aside
    std::string m_stack; ///< what stands before the layer's number: an encoder's layers are not a decoder's
    Prefix m_role; ///< what follows it, the last part aside
    std::set<std::uint64_t> m_layers;
    std::uint64_t m_otherCount = 0; ///< not in layers of that stack, of which there are no more than mostLayers
    std::vector<std::string> m_others; ///< the first of these
};

} // namespace loupe
