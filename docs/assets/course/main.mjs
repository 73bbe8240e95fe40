// The course's own elements. They upgrade by themselves, also after instant navigation and Back.
import { CourseItem } from "./items/item.mjs";
import { CourseReveal } from "./items/predict/reveal.mjs";
import { CourseWidget } from "./widget/widget.mjs";
import { watchStations } from "./progress/stations.mjs";

const elements = {
  "course-item": CourseItem,
  "course-reveal": CourseReveal,
  "course-widget": CourseWidget,
};
for (const [name, element] of Object.entries(elements)) customElements.define(name, element);
watchStations();
