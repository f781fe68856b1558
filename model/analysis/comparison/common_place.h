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

/// Describes what the names of tensors have in common: "self_attn of layers 12–20". Takes constant memory, however many
/// tensors there are.
class CommonPlace {
public:
    /// Layers of one stack.
    struct Layers {
        std::string role; ///< "self_attn"; empty if the names have no role in common
        std::vector<std::string> ranges; ///< "3", "12–20"; empty if there are too many to list
        std::uint64_t count = 0;
        std::uint64_t first = 0;
        std::uint64_t last = 0;
    };

    void add(std::string_view name);

    std::uint64_t count() const { return m_count; }
    /// The layers if there are several tensors and all are in layers of one stack.
    std::optional<Layers> layers() const;
    /// Most tensors are in layers of one stack, and a few are not.
    struct Mostly {
        Layers layers;
        std::uint64_t count = 0; ///< tensors in these layers
        std::vector<std::string> others; ///< the first name
    };
    /// Set if there are at most mostOthers others, and fewer than tensors in layers.
    std::optional<Mostly> mostly() const;
    /// English text: "self_attn of layers 12–20", "layers 3, 5 and 9", "vision_model.encoder"; the whole name of a
    /// single tensor. Empty if they have nothing in common.
    std::string text() const;

private:
    /// The leading parts that all names share, as spelled in the first name.
    class Prefix {
    public:
        /// `parts` are consecutive parts of one name.
        void cutTo(std::span<const std::string_view> parts);
        const std::string& text() const { return m_text; }

    private:
        std::string_view part(std::size_t number) const;

        std::string m_text;
        std::vector<std::size_t> m_ends; ///< end offsets of the parts in m_text
        bool m_begun = false;
    };
    static constexpr std::size_t mostLayers = 4096;
    static constexpr std::size_t mostOthers = 3;

    bool addToLayers(std::string_view name, std::span<const std::string_view> groups);
    Layers layersThere() const;

    std::uint64_t m_count = 0;
    std::string m_first; ///< name
    Prefix m_path; ///< common prefix of the names without their last part
    /// The name before the layer number; distinguishes layers of an encoder from those of a decoder.
    std::string m_stack;
    Prefix m_role; ///< common prefix of what follows the layer number, without the last part
    std::set<std::uint64_t> m_layers;
    std::uint64_t m_otherCount = 0; ///< tensors outside the layers of that stack, which has at most mostLayers layers
    std::vector<std::string> m_others; ///< the first of the names outside
};

} // namespace loupe
