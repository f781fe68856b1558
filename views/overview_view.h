#pragma once

#include "items/opened_checkpoint.h"

#include <QScrollArea>

#include <cstdint>
#include <optional>

namespace loupe {


/// What a model card's author would want to know of a checkpoint, on one page that scrolls.
class OverviewView : public QScrollArea {
    Q_OBJECT

public:
    explicit OverviewView(QWidget* parent = nullptr);
    ~OverviewView() override;

    /// Null: nothing is open.
    void setCheckpoint(OpenedCheckpointPtr opened);
    /// The tensor that a digest may be asked for, beside the file.
    void setTensor(std::optional<std::uint32_t> tensor);

    bool busy() const;

signals:
    void busyChanged();
    void tensorChosen(std::uint32_t tensor);
    void offsetChosen(std::uint32_t file, std::uint64_t offset);
};

} // namespace loupe
