#pragma once

#include "core/result.h"
#include "core/work.h"
#include "insight/adapter_name.h"
#include "saving/recipe/recipe.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace loupe {

struct ExtractOptions {
    std::uint64_t rank = 0; ///< the most that a module gets
    AdapterSpelling spelling = AdapterSpelling::Peft;
};

struct ExtractedModule {
    std::string tensor; ///< of the tuned model
    std::uint64_t rank = 0; ///< 0 if the change is stored as it is
    double norm = 0; ///< Frobenius norm of the change
    double energy = 1; ///< of its squared norm that is kept
    bool isExact = true; ///< else another change of that rank may keep a little more
    std::uint64_t experts = 1; ///< stacked in the tensor, each with factors of that rank
};

/// What changed and is not in the adapter.
struct LostChange {
    std::string tensor;
    std::string why;
};

struct Extraction {
    Recipe recipe;
    std::string config; ///< the text of adapter_config.json; empty for spellings that have none
    std::vector<ExtractedModule> modules;
    std::vector<LostChange> lost;
    std::uint64_t unchanged = 0; ///< tensors that are the same in both
};

inline constexpr std::uint64_t mostExtractedRank = 1024;

/// The adapter that leads from one model to another as far as its ranks allow: for each matrix that differs, the
/// largest singular values of the difference, balanced between both factors, with a scale of 1 and in the dtype of the
/// base: F32 for wider ones, BF16 for those of 8 bits. The energy is that of the factors as they are stored. Vectors
/// are stored whole in spellings that have names for that, kohya's and ComfyUI's. Stacked experts and other matrices
/// that are no weights of modules have names in PEFT alone (target_parameters). Differences are computed in 64 bits
/// and read in blocks, several times; factors lie in a file without a name in `folder` until they are written. Progress
/// in bytes of both models, as often as they are read. Fails with InvalidArgument if nothing would be written or the
/// rank is beyond mostExtractedRank, with Unsupported where a model is quantized, as Elements do, or with Stopped.
Result<Extraction> extractAdapter(const std::shared_ptr<const Checkpoint>& base,
    const std::shared_ptr<const Checkpoint>& tuned, const ExtractOptions& options, const Format& format,
    const std::filesystem::path& folder, const Work& work);

} // namespace loupe
