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
    std::uint64_t rank = 0; ///< maximum rank of a module
    AdapterSpelling spelling = AdapterSpelling::Peft;
};

struct ExtractedModule {
    std::string tensor; ///< name in the tuned model
    std::uint64_t rank = 0; ///< 0 if the change is stored whole
    double norm = 0; ///< Frobenius norm of the change
    double energy = 1; ///< the share of the squared norm that is kept
    bool isExact = true; ///< if false, another change of that rank may keep slightly more
    std::uint64_t experts = 1; ///< number of experts stacked in the tensor, each with factors of that rank
};

/// A change that the adapter does not hold.
struct LostChange {
    std::string tensor;
    std::string why;
};

struct Extraction {
    Recipe recipe;
    std::string config; ///< the text of adapter_config.json; empty for spellings that have none
    std::vector<ExtractedModule> modules;
    std::vector<LostChange> lost;
    std::uint64_t unchanged = 0; ///< number of identical tensors
};

inline constexpr std::uint64_t mostExtractedRank = 1024;

/// Computes the adapter that best approximates, within its ranks, the change from one model to the other. For each
/// matrix that differs, it keeps the largest singular values of the difference, balanced between both factors. The
/// scale is 1. The dtype is that of the base, but F32 for wider and BF16 for 8-bit ones. The reported energy is that of
/// the factors as stored. Vectors are stored whole if the spelling has names for that, as kohya and ComfyUI do. Stacked
/// experts and other matrices that are not weights of modules can be named only in PEFT (target_parameters).
/// Differences are computed in 64 bits and read in blocks, several times. Until they are written, factors are kept in
/// an unnamed file in `folder`. Progress is in bytes read from both models. Fails with InvalidArgument if nothing would
/// be written or the rank exceeds mostExtractedRank, with Unsupported if a model is quantized, with Stopped, or as
/// Elements do.
Result<Extraction> extractAdapter(const std::shared_ptr<const Checkpoint>& base,
    const std::shared_ptr<const Checkpoint>& tuned, const ExtractOptions& options, const Format& format,
    const std::filesystem::path& folder, const Work& work);

} // namespace loupe
