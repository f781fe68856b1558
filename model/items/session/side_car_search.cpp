#include "items/session/side_car_search.h"

namespace loupe {

SideCarSearch::SideCarSearch(QObject* parent)
    : QObject(parent)
{
}

void SideCarSearch::start(std::filesystem::path file)
{
    m_found.reset();
    m_job.start([file = std::move(file)](const Work& work) { return findSideCar(file, work); },
        [this](std::optional<SideCar> found) {
            m_found = std::move(found);
            emit finished();
        });
}

void SideCarSearch::clear()
{
    m_job.stop();
    m_found.reset();
}

} // namespace loupe
