#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace loupe {

/// What a model is for, as far as what it holds depends on it.
enum class ModelKind : std::uint8_t {
    Decoder, ///< a language model that writes text, token by token
    StateSpace, ///< the same without attention to all earlier tokens
    Encoder, ///< of text
    EncoderDecoder, ///< of text
    Speech,
    TextAndImage, ///< CLIP and the like
    Vision,
    ImageGeneration,
    VideoGeneration,
    Autoencoder, ///< of images: the VAE of an image generator
    Control, ///< steers an image generator
    Adapter, ///< changes to another model
    Embedding, ///< vectors for tokens of another model
    TrainingState, ///< of an optimizer
};

/// "language model", "adapter"…
std::string_view kindName(ModelKind kind);

/// A tensor that each model of a family has.
struct ModelNeed {
    /// Parts of its name without ".weight", which stored codes do not have; "|" between several: one of these is
    /// enough. "#" stands for any number. A part that ends with "bias", or "beta" as TensorFlow calls that of a norm,
    /// is a bias, and any other one is none. Tensors of a vision encoder count only for parts that name it.
    std::string_view parts;
    /// Key of config.json, or of GGUF after the architecture: needed where it says so by a number above 0, "true" or a
    /// list with elements. Empty: always needed.
    std::string_view key = {};
    std::string_view andKey = {}; ///< another key that has to say so as well; empty: none
    /// Not needed where this key says so in the same way, or there is no configuration.
    std::string_view unless = {};
    /// Not needed where this key has the same number as `key`.
    std::string_view notAs = {};
    /// Needed only where a tensor has one of these parts; empty: everywhere.
    std::string_view where = {};
    bool isOuter = false; ///< outside of the numbered layers
    bool isUsual = false; ///< also where the configuration does not have `key` or `andKey`
};
/// Parts that families have in common are groups of their own. Empty ones last.
using ModelNeeds = std::array<std::span<const ModelNeed>, 8>;

/// How a family is recognized. Tensors are named by parts of their names, as NameRoles::find() takes them.
struct ModelFamily {
    /// The size of an axis of a tensor, counted from the first one, or how many axes it has.
    struct Shape {
        static constexpr std::uint8_t rank = 0xff; ///< as an axis
        std::string_view tensor = {};
        std::uint8_t axis = 0;
        std::uint64_t size = 0;
        bool isTimesFirst = false; ///< the axis is `size` times as long as the first one
    };

    std::string_view id; ///< for scripts
    std::string_view title;
    ModelKind kind = ModelKind::Decoder;
    /// All blocks of a stack have the same tensors, but for those of experts and of hybrid layers.
    bool isUniform = false;
    bool ggufNamesSeveral = false; ///< the models that titleByTensors names have the same name in GGUF
    /// Parts of the same size that the projection of queries makes: 2 where each query has a gate.
    std::uint8_t queryParts = 1;
    /// "model_type" of config.json, and "general.architecture" of GGUF, separated by spaces.
    std::string_view configTypes = {};
    std::string_view ggufTypes = {};
    std::array<std::string_view, 4> all = {}; ///< has each of them; empty ones aside
    std::array<std::string_view, 4> none = {}; ///< has none of them, but for those that `needs` asks for
    std::array<Shape, 2> shapes = {}; ///< has tensors of these shapes
    /// What it is without a configuration, where its tensors do not tell it from others.
    std::string_view titleByTensors = {};
    /// Parts that every such model has. Empty if it is not known.
    ModelNeeds needs = {};
    ModelNeeds ggufNeeds = {}; ///< the same in the names of GGUF
    /// Whether the head shares the weights of the embedding where the configuration does not say so, as transformers
    /// has it; nothing where it is not known.
    std::optional<bool> tiesHead = {};
    /// Of a model with a part for text and one for images: the `id` of the family of the one, and the type of the
    /// other, where the configuration does not name them. Empty: it has no such part.
    std::string_view textFamily = {};
    std::string_view visionType = {};
    std::uint64_t layers = 0; ///< where the configuration of a part does not count them, as transformers has it
    std::uint64_t moreTokens = 0; ///< rows of the embedding beyond the vocabulary
};

/// In the order in which tensors are compared with them: the first one that fits counts.
std::span<const ModelFamily> modelFamilies();

/// A part that reads images next to a language model, or in CLIP.
struct VisionTower {
    std::string_view types; ///< "model_type" in "vision_config", separated by spaces
    ModelNeeds needs = {};
    std::uint64_t layers = 0; ///< as those of ModelFamily
};
std::span<const VisionTower> visionTowers();

/// A class of transformers, and what it has besides its base model.
struct ModelHead {
    std::string_view classes; ///< in "architectures", separated by spaces
    std::span<const ModelNeed> needs;
    bool isSpare = false; ///< many models do without it
};
std::span<const ModelHead> modelHeads();

/// What a checkpoint may hold besides, or of several models.
struct ModelPart {
    std::string_view title;
    std::string_view tensors; ///< as NameRoles::find() takes it
};
std::span<const ModelPart> modelParts();

} // namespace loupe
