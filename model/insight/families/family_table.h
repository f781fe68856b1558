#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace loupe {

/// The purpose of a model, as far as it affects which tensors it holds.
enum class ModelKind : std::uint8_t {
    Decoder, ///< a language model that writes text, token by token
    StateSpace, ///< a language model without attention to all earlier tokens
    Encoder, ///< text encoder
    EncoderDecoder, ///< text encoder with a text decoder
    Speech, ///< text decoder with an encoder of sound
    AudioEncoder,
    TextAndImage, ///< CLIP and the like
    Vision,
    ImageGeneration,
    VideoGeneration,
    Autoencoder, ///< of images, such as the VAE of an image generator
    Control, ///< steers an image generator
    Adapter, ///< changes to another model
    Embedding, ///< vectors for tokens of another model
    TrainingState, ///< of an optimizer
};

/// "language model", "adapter"…
std::string_view kindName(ModelKind kind);

/// A tensor that every model of a family must have.
struct ModelNeed {
    /// Parts of the tensor's name without ".weight", which stored codes lack. Alternatives are separated by "|"; one of
    /// them is enough. "#" matches any number. A part that ends with "bias" (or "beta", TensorFlow's name for the bias
    /// of a norm) matches only biases, and other parts match only other tensors. Tensors of a vision encoder match only
    /// parts that name it.
    std::string_view parts;
    /// A key of config.json, or of GGUF after the architecture. The tensor is needed only if the value is a number
    /// above 0, "true" or a non-empty list. Empty: always needed.
    std::string_view key = {};
    std::string_view andKey = {}; ///< another key that must also be set in this sense; empty: none
    /// Not needed if this key is set in the same sense, or if there is no configuration.
    std::string_view unless = {};
    /// Not needed if this key has the same number as `key`.
    std::string_view notAs = {};
    /// Needed only if the checkpoint has a tensor with one of these parts. Empty: no such condition.
    std::string_view where = {};
    /// If above 0, the first "#" of `parts` stands for each number below this, and each such tensor is needed. `parts`
    /// has no alternatives then.
    std::uint8_t numbers = 0;
    bool isOuter = false; ///< not in a numbered layer
    bool isUsual = false; ///< also needed if the configuration lacks `key` or `andKey`
};
/// Groups of needs; families share some groups. Unused entries at the end are empty.
using ModelNeeds = std::array<std::span<const ModelNeed>, 8>;

/// Describes a family and how to recognize it. Tensors are given by parts of their names, as for NameRoles::find().
struct ModelFamily {
    /// The size of an axis of a tensor, with axes counted from 0, or the number of its axes.
    struct Shape {
        static constexpr std::uint8_t rank = 0xff; ///< a value of `axis`: `size` is the number of axes
        std::string_view tensor = {};
        std::uint8_t axis = 0;
        std::uint64_t size = 0;
        bool isTimesFirst = false; ///< the axis is `size` times as long as axis 0
    };

    /// A value of `textFamily`: the configuration alone tells the family of the text part.
    static constexpr std::string_view anyFamily = "any";

    std::string_view id; ///< for scripts
    std::string_view title;
    ModelKind kind = ModelKind::Decoder;
    /// All blocks of a stack have the same tensors, except for experts and hybrid layers.
    bool isUniform = false;
    /// The configuration counts runs of layers, of which the tensors hold fewer: a layer runs several times.
    bool repeatsLayers = false;
    bool ggufNamesSeveral = false; ///< the models listed in titleByTensors share one architecture name in GGUF
    /// Number of equal parts in the output of the query projection: 2 if each query has a gate.
    std::uint8_t queryParts = 1;
    /// Number of matrices that share the configuration's feed-forward size: 2 if it counts gate and up together.
    std::uint8_t feedForwardParts = 1;
    /// Whether the head shares the weights of the embedding if the configuration does not say: the default in
    /// transformers. Nothing if unknown.
    std::optional<bool> tiesHead = {};
    /// "model_type" of config.json, and "general.architecture" of GGUF, separated by spaces.
    std::string_view configTypes = {};
    std::string_view ggufTypes = {};
    /// The class in "architectures" of config.json that names the family, whatever the type is: 1bitLLM's BitNet has
    /// the type "llama".
    std::string_view configClass = {};
    /// The classes of diffusers ("_class_name" of config.json) whose tensors these are, separated by spaces; empty:
    /// any. Models of other classes are none of the family.
    std::string_view classes = {};
    std::array<std::string_view, 4> all = {}; ///< tensors that must all exist; empty entries are ignored
    std::array<std::string_view, 4> none = {}; ///< tensors that must not exist, except those that `needs` asks for
    std::array<Shape, 2> shapes = {}; ///< required shapes
    /// The title if there is no configuration, for families that tensors alone cannot tell apart.
    std::string_view titleByTensors = {};
    /// The tensors that every such model must have. Empty if unknown.
    ModelNeeds needs = {};
    ModelNeeds ggufNeeds = {}; ///< as `needs`, in GGUF names
    /// For models with text and image parts: the `id` of the text part's family and the type of the image part, if the
    /// configuration does not name them. Empty if there is no such part.
    std::string_view textFamily = {};
    std::string_view visionType = {};
    /// What the first layer lacks though all others have it, as hasNamePart() takes it; empty: nothing.
    std::string_view firstWithout = {};
    /// Its "position_embedding_type", if the configuration states one. Models with another one have other tensors.
    std::string_view positions = "absolute";
    /// Norms have no weights. A model of another family whose norms are lost has the same tensors, so that these do not
    /// contradict its configuration.
    bool hasBareNorms = false;
    bool skipsPadding = false; ///< its positions begin behind that of the padding token
    bool hasOwnCode = false; ///< its code is not in transformers, so that "auto_map" does not tell it from others
    std::uint64_t layers = 0; ///< the default in transformers if a part's configuration does not give a count
    std::uint64_t moreTokens = 0; ///< rows of the embedding in excess of the vocabulary
};

/// All families, in matching order: the first one that fits wins.
std::span<const ModelFamily> modelFamilies();

/// The image encoder of a vision-language model or of CLIP.
struct VisionTower {
    std::string_view types; ///< "model_type" in "vision_config", separated by spaces
    ModelNeeds needs = {};
    std::uint64_t layers = 0; ///< as ModelFamily::layers
};
std::span<const VisionTower> visionTowers();

/// A transformers class, and the tensors that it adds to its base model.
struct ModelHead {
    std::string_view classes; ///< in "architectures", separated by spaces
    std::span<const ModelNeed> needs;
    bool isSpare = false; ///< many models omit it
};
std::span<const ModelHead> modelHeads();

/// A part that a checkpoint may hold in addition to its model, or one of several models in it.
struct ModelPart {
    std::string_view title;
    std::string_view tensors; ///< in the syntax of NameRoles::find()
    std::string_view with = {}; ///< the part exists only beside one of these tensors; empty: no such condition
    std::string_view without = {}; ///< it does not exist beside one of these
};
std::span<const ModelPart> modelParts();

} // namespace loupe
