#pragma once

#include "analysis/comparison/layer_grid.h"
#include "core/dtype.h"
#include "core/work.h"
#include "items/heat_map/color_range.h"
#include "items/layers/cell_figure.h"
#include "items/layers/stable_rank_search.h"
#include "items/layers/update_norms.h"
#include "items/session/opened_checkpoint.h"
#include "items/tree/health/health_results.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace loupe {

/// A figure of the tensors of one cell. Kept small, because there may be a million cells.
struct FigureCell {
    enum class State : std::uint8_t {
        Known,
        Waiting, ///< none of its tensors was processed yet
        None, ///< its tensors have no such figure
    };

    double value = 0; ///< of all known tensors together; for DType, an index into FigureCells::dtypes
    double least = 0; ///< of a single tensor
    double greatest = 0;
    std::uint32_t leastTensor = 0;
    std::uint32_t greatestTensor = 0; ///< the first tensor if no figure is known
    std::uint32_t known = 0; ///< tensors
    State state = State::Waiting;
    bool isMixed = false; ///< its tensors have several dtypes: `value` is the first one
    bool isNonfinite = false; ///< some of its elements are NaN or infinite
    bool isUnreadable = false; ///< a tensor's values could not be read, or its file ends before them
};

/// A figure for all cells of a grid.
struct FigureCells {
    struct DTypeOfCells {
        std::string_view name; ///< lives as long as the checkpoint
        DType dtype = DType::Opaque;
        std::optional<double> shade; ///< QuantizedTypes::Type::shade, if it is quantized
    };
    /// The marks that occur in some cell, for the legend.
    struct Occurring {
        bool waiting = false;
        bool none = false;
        bool zero = false;
        bool mixed = false;
        bool nonfinite = false;
        bool unreadable = false;

        bool operator==(const Occurring&) const = default;
    };

    CellFigure figure = CellFigure::Bytes;
    std::vector<FigureCell> cells; ///< by the grid's cell numbers
    std::vector<DTypeOfCells> dtypes; ///< for DType, in order of first occurrence
    std::optional<ColorRange> whole; ///< of all cells; nothing if none is known, and for DType
    std::vector<std::optional<ColorRange>> rows; ///< of the cells of each row
    Occurring occurring;
    std::uint64_t known = 0; ///< tensors
};

/// For use in jobs. If `results`, `ranks` or `norms` are null, no values, stable ranks or update norms are known. The
/// checkpoint must outlive the result. Do not use the result if stopped.
FigureCells findFigureCells(const OpenedCheckpoint& opened, const LayerGrid& grid, CellFigure figure,
    const HealthResults* results, const Work& work, const StableRanks* ranks = nullptr,
    const UpdateNorms* norms = nullptr);

} // namespace loupe
