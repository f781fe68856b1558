#pragma once

#include "core/checkpoint.h"

#include <QScrollArea>

#include <cstdint>
#include <memory>
#include <optional>

namespace loupe {

/// The tensors that a quantized weight is stored in, with their roles, dtypes, shapes and places. Hidden where there
/// are none.
class PartsPanel : public QScrollArea {
    Q_OBJECT

public:
    explicit PartsPanel(QWidget* parent = nullptr);

    void setTensor(const std::shared_ptr<const Checkpoint>& checkpoint, std::optional<std::uint32_t> tensor);

signals:
    /// The first byte of a part.
    void placeChosen(std::uint32_t file, std::uint64_t offset);

private:
    std::shared_ptr<const Checkpoint> m_checkpoint;
    std::optional<std::uint32_t> m_tensor;
};

} // namespace loupe
