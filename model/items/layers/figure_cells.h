#pragma once

#include "analysis/comparison/layer_grid.h"
#include "core/dtype.h"
#include "core/work.h"
#include "items/heat_map/color_range.h"
#include "items/layers/cell_figure.h"
#include "items/layers/stable_rank_search.h"
#include "items/layers/update_norms.h"
#include "items/session/opened_checkpoint.h"
#include "items/tree/health_results.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace loupe {

/// A figure of the tensors of one cell. Small: there may be a million.
struct FigureCell {
    enum class State : std::uint8_t {
        Known,
        Waiting, ///< no tensor of it was looked at
        None, ///< its tensors have no such figure
    };

    double value = 0; ///< of all tensors that are known together; of DType, the place in FigureCells::dtypes
    double least = 0; ///< of the tensors, one by one
    double greatest = 0;
    std::uint32_t leastTensor = 0;
    std::uint32_t greatestTensor = 0; ///< also where no figure is known: the first one
    std::uint32_t known = 0; ///< tensors
    State state = State::Waiting;
    bool isMixed = false; ///< its tensors have several dtypes: the value is the first one
    bool isNonfinite = false; ///< some of its elements are NaN or infinite
};

/// A figure of all cells of a grid.
struct FigureCells {
    struct DTypeOfCells {
        std::string_view name; ///< lives as long as the checkpoint
        DType dtype = DType::Opaque;
        std::optional<double> shade; ///< QuantizedTypes::Type::shade, where it is quantized
    };
    /// What occurs in some cell, for a legend.
    struct Occurring {
        bool waiting = false;
        bool none = false;
        bool zero = false;
        bool mixed = false;
        bool nonfinite = false;

        bool operator==(const Occurring&) const = default;
    };

    CellFigure figure = CellFigure::Bytes;
    std::vector<FigureCell> cells; ///< by the grid's numbers
    std::vector<DTypeOfCells> dtypes; ///< of DType, in the order in which they come
    std::optional<ColorRange> whole; ///< of all cells; nothing if none is known, and of DType
    std::vector<std::optional<ColorRange>> rows; ///< of the cells of each row
    Occurring occurring;
    std::uint64_t known = 0; ///< tensors
};

/// For a job. `results` null: nothing is known of the values; `ranks` null: of stable ranks; `norms` null: of updates.
/// The checkpoint must outlive what is found. Stopped: not to be used.
FigureCells findFigureCells(const OpenedCheckpoint& opened, const LayerGrid& grid, CellFigure figure,
    const HealthResults* results, const Work& work, const StableRanks* ranks = nullptr,
    const UpdateNorms* norms = nullptr);

} // namespace loupe
